from attempts import attempt


def cases(m):
    for text in "", "aßxyz", "aeiou aa", "aZ1 \tß²½ǅİ_é٣\u2028ﬁ中\U0001d7d8":
        yield f"counted {text!r}", m.counted(text)
        yield f"asked {text!r}", m.asked(text)
        yield f"rebound {text!r}", m.rebound(text)
        yield f"yields {text!r}", list(m.yields(text))
        yield f"nested {text!r}", m.nested(text[:4])
        yield f"numbered {text!r}", m.numbered(text, text.encode())
    for text in "", "abc", "abcd", "d":
        yield f"left {text!r}", m.left(text)
    yield "bytes", m.bytes_of(b"a\xff\x80\x00", bytearray(b"\xfe\x01zyx"))
    yield "no bytes", m.bytes_of(b"", bytearray())
    for i in -3, -2, 0, 1, 2, 1 << 40:
        yield f"index {i}", m.index(b"\xffa", bytearray(b"b\xfe"), i)
    yield "None", [attempt(m.counted, None), attempt(m.left, None)]
    for n in 0, 1, -1, 42, -42, 2**31 - 1, -(2**31):
        for k in 0, -(2**63), 2**63 - 1:
            yield f"formats {n} {k}", m.formats(n, k)
    for x in 3, -3, 2**70, True, 2.5, "a", None:
        for spec in "", "5", "05", "05d", "x", "d", "5x", "\u0661", "05d ", "d5", "n", "0", "99999999999999999999":
            yield f"{x!r} {spec!r}", attempt(m.format_of, x, spec)
