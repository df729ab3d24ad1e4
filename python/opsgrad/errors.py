"""What goes wrong, and what the runtime has to say.  Knows no other file."""


class Error(RuntimeError):
    """A program could not be compiled, or a run of it has failed: the text is the compiler's or the runtime's."""


class Notice(UserWarning):
    """What the runtime says of a model: something legal but doubtful, or a loop that runs slowly and why."""
