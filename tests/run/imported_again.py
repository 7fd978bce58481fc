import importlib.util
import inspect


def cases(module):
    before = module.imports
    again = importlib.util.module_from_spec(module.__spec__)
    module.__spec__.loader.exec_module(again)
    yield "again", [again is module, again.imports == before, again.kept() is module.Kept]
    functions = (module.coroutine, module.all_kinds, module.generator, module.Methods.waits, module.Methods.yields, module.Methods().adds)
    for function in functions:
        code = function.__code__
        numbers = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_firstlineno, code.co_flags
        yield function.__name__, [numbers, code.co_name, code.co_varnames, function.__code__ is code]
        yield f"kind of {function.__name__}", [inspect.iscoroutinefunction(function), inspect.isgeneratorfunction(function), str(inspect.signature(function))]
