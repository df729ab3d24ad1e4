"""Exceptions and warnings of opsgrad."""


class Error(RuntimeError):
    """A program could not be compiled, or one of its runs failed. The text is that of the compiler or the runtime."""


class Notice(UserWarning):
    """A warning of the runtime: a legal call that is probably a mistake, or a loop that runs slowly, with the reason."""
