"""Literals: their types in arithmetic, and their escapes."""
b = br'\\'
s = r'\\'


def unsigned_left(unsigned int i, unsigned long k, unsigned char c):
    return 1 - i, i - 20, -1 * i, i + -20, -c - 1, i & -1, i // -3, i % -3, k + -1, 5 - k, -i, -k, -c, ~i, ~c, +c


def signed_left(int j, short h):
    return j + -2147483648, j - 2147483647, i_times(j), j // 2 - h, abs(j), -h, h * 40000


cdef long i_times(int j):
    return <long>j * 65536 * 65536


def compared(unsigned int i, int j):
    return i < -1, i == -1, min(i, -1), j > -1, 0 < j < 100


def flags(bint a, bint c):
    return a | c, a & c, a ^ c, a + c, a | True, not a, ~a, -a, c | 0


def large():
    return 2147483647 + 2147483647, 1 << 31, 1 << 40, 65536 * 65536, -2147483648 - 1, 4294967295, 0xFFFFFFFF + 1


def texts():
    return b, s, r'\n', "\n", '\x41é\u1234', rb'\x', b'\x00\'', 'joi' 'ned', 'a\
b', "\0\7\101", '\q'


def characters(int n, unsigned char u, signed char c):
    """A text of one character is a number beside a number."""
    cdef int k = 'a', m = b'\xff'
    return n == 'A', 'A' == n, n == b'A', u < 'z', 'a' <= n <= 'z', n != 'AB', 'a' == 'a', c == b'\xff', k, m


def largest():
    """`-1` of an unsigned type is its largest number, of whatever is computed of it."""
    cdef size_t rest = <size_t>-1 >> 3
    cdef long high = <long>(<unsigned long>-1 >> 1)
    return rest, high, <unsigned long long>-1 >> 60, <unsigned int>-1 >> 1, <size_t>-1 & 0xFF, <size_t>-1 == rest
