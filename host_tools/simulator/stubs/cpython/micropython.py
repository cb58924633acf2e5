"""`micropython` for CPython: what the firmware uses of it; code emitters are identities."""


def const(value):
    return value


def native(function):
    return function


def viper(function):
    return function


def schedule(function, arg):
    """Interrupt handlers run between the firmware's own steps here, so "soon" is now."""
    function(arg)


def kbd_intr(_char):
    pass


def alloc_emergency_exception_buf(_size):
    pass


def opt_level(*_level):
    return 0


def mem_info(*_verbose):
    pass


def heap_lock():
    pass


def heap_unlock():
    return 0
