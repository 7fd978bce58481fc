def run(settings):
    exec(1)  #~ ERROR
    return settings
