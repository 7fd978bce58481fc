"""Elements of C arrays and structs whose indices are calls: each is called once, and the place is changed."""


cdef struct Row:
    int[3] cells


cdef class Table:
    cdef Row row
    cdef int[2][2] cells


cdef int calls = 0


cdef int counted(int k) noexcept:
    global calls
    calls += 1
    return k


cdef int checked(int k) except -1:
    global calls
    calls += 10
    if k > 2:
        raise ValueError(k)
    return k


def assigned():
    cdef int[4] a = [0, 1, 2, 3]
    cdef int[2][2] m = [[0, 1], [10, 11]]
    cdef int *p = a
    a[counted(1)] += 5
    p[counted(2)] += 5
    a[checked(0)] = 7
    p[checked(2)] += 7
    m[checked(1)][checked(0)] += 100
    m[counted(1)][counted(1)] -= 100
    m[counted(0)][checked(1)] = 3
    return a, m, calls


def of_structs():
    cdef Row row
    cdef Row[2] rows
    for i in range(3):
        row.cells[i] = rows[0].cells[i] = rows[1].cells[i] = i
    row.cells[checked(1)] += 5
    rows[checked(1)].cells[checked(2)] += 5
    rows[counted(1)].cells[counted(1)] = 6
    return row, rows[0], rows[1], calls


def of_objects(int k):
    cdef Table table = Table()
    table.row.cells[0] = table.cells[1][1] = 1
    table.cells[checked(1)][counted(1)] += 4
    table.row.cells[checked(k)] += 9
    return table.row.cells[0], table.cells[1][1], calls


cdef class Counter:
    cdef int at

    def count(self, n, list out):
        for self.at in range(n):
            out.append(self.at)
            if self.at == 2:
                break
        else:
            out.append("end")
        return self.at


def loops_over_places(int n, double[:] x):
    global calls
    cdef Row row
    row.cells = [7, 8, 9]
    seen = []
    for calls in range(5, n, 2):
        seen.append(calls)
        calls += 10
    with nogil:
        for row.cells[1] in range(n):
            pass
    for row.cells[checked(2)] in range(n, 1, -1):
        pass
    for x[1] in range(n):
        seen.append(x[1])
    return seen, calls, row
