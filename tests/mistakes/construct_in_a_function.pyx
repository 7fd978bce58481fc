def device_of_the_package():
    from offcy import device, trace  #~ ERROR
    return device
