import types

from attempts import attempt


def cases(module):
    yield "of the module", [attempt(getattr, module, name) for name in ("later", "never", "LIMIT")]
    yield "counted", [module.count(chunks) for chunks in ([], ["a", "bb"], [b"x" * 9] * 5)]
    yield "gathered", [module.gathered(s) for s in ("", "ab", [1, 2, 2])]
    yield "key first", [module.key_first(xs) for xs in ([" a", "b "], [" c ", "d"])]
    yield "outer names", [module.outer_names(), module.further_out()]
    yield "unshadowed", module.unshadowed([2, 1], str)
    yield "starred", [module.starred(), module.starred_fields(types.SimpleNamespace())]
    yield "references", module.references(b"some bytes")
    yield "known", module.known()
    yield "annotations", [module.annotations() for _ in range(2)]
    yield "of the module", module.of_the_module()
    yield "unset", [module.outermost(c) for c in (True, False)]
    yield "implicit", [module.implicit() for _ in range(2)]
