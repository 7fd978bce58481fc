def f(x):
    return [
        f"{}",  #~ ERROR OFC0001
        f"{x!}",  #~ ERROR OFC0001
        f"{x!r}}",  #~ ERROR OFC0001
        '{}'.format(x),
        f"{",  #~ ERROR OFC0001
        f'''{x:
        }''',
    ]
