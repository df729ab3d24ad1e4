"""Loads a program into this process, and calls the functions of ops/model/interface.hpp.

Programs often keep their handles in global variables. So each instance of a model has its own copy of the program: the file itself,
then copies of it. When an instance ends, the next one reuses its copy; loaded programs are never unloaded.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from ctypes import POINTER, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Union

from opsgrad.errors import Error

VERSION = 4
FAILED, INTERRUPTED, HAS_SAID = 1, 2, 4

_ANSWER = ctypes.CFUNCTYPE(None, POINTER(c_int))
_POINTERS = POINTER(c_void_p)
_NUMBERS = POINTER(c_int64)


class Values(ctypes.Structure):
    """opsgrad_values."""

    _fields_: ClassVar[Any] = [("first", c_void_p), ("strides", c_void_p), ("on_device", c_int)]


_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "version": (c_int, ()), "error": (c_char_p, ()), "models": (c_char_p, ()), "ask": (None, (_ANSWER,)),
    "open": (c_void_p, (c_char_p, c_int, POINTER(c_int), c_char_p, c_char_p, c_int)), "close": (None, (c_void_p,)),
    "describe": (c_char_p, (c_void_p,)), "said": (c_char_p, (c_void_p,)), "lasts": (c_int, (c_void_p,)),
    "evaluate": (c_int, (c_void_p, c_int, POINTER(Values))), "result": (c_void_p, (c_void_p, c_int)),
    "output": (c_void_p, (c_void_p, c_int, _POINTERS)), "let_go": (None, (c_void_p,)),
    "fetch": (c_int, (c_void_p, c_void_p)),
    "export": (c_void_p, (c_void_p, c_int, c_int, c_int, c_int, c_int, _NUMBERS, _NUMBERS)),
    "reverse": (c_int, (c_void_p, POINTER(Values), _POINTERS, _POINTERS)), "advance": (c_int, (c_void_p, _POINTERS, _POINTERS)),
    "evaluate_and_reverse": (c_int, (c_void_p, POINTER(Values), POINTER(Values), _POINTERS, _POINTERS)),
    "second": (c_int, (c_void_p, POINTER(Values), _POINTERS, _POINTERS)),
}


class _Waiting(threading.local):
    """The work of a program for which this thread waits, if there is any."""

    interruption: Union[Interruption, None] = None


_waiting = _Waiting()


class Interruption:
    """In effect while a thread waits for a program. The program asks from time to time whether to continue. It stops if a signal handler, as for Ctrl-C,
    has raised an exception, which is kept, or if `enough` returns True."""

    __slots__ = ("_enough", "_hook", "_outer", "raised")

    def __init__(self, enough: Union[Callable[[], bool], None] = None) -> None:
        self.raised: Union[BaseException, None] = None
        self._enough = enough
        self._hook: Any = None
        self._outer: Union[Interruption, None] = None

    def __enter__(self) -> Interruption:
        self._outer, _waiting.interruption = _waiting.interruption, self
        if threading.current_thread() is threading.main_thread():  # which handles signals: on the way into _asked, so they raise out of it
            self._hook, sys.unraisablehook = sys.unraisablehook, self._keep
        return self

    def __exit__(self, *_: object) -> None:
        if self._hook is not None:
            sys.unraisablehook = self._hook
        _waiting.interruption = self._outer

    def goes_on(self) -> bool:
        return self._enough is None or not self._enough()

    def _keep(self, said: Any) -> None:
        if said.object is _asked or "ctypes callback function" in (said.err_msg or ""):
            self.raised = said.exc_value
        else:
            self._hook(said)


def _asked(answer: Any) -> None:
    waiting = _waiting.interruption
    answer[0] = int(waiting is None or waiting.goes_on())


_goes_on = _ANSWER(_asked)


class Library:
    """A loaded copy of a program. The function opsgrad_x is `c.x`."""

    def __init__(self, path: Path) -> None:
        functions = ctypes.CDLL(os.fspath(path))
        self.c = SimpleNamespace()
        self._process = os.getpid()
        try:
            for name, (result, arguments) in _FUNCTIONS.items():
                function = getattr(functions, f"opsgrad_{name}")
                function.restype, function.argtypes = result, arguments
                setattr(self.c, name, function)
        except AttributeError as missing:
            raise Error(f"the file {path} is not a compiled program with OPSgrad models: {missing}") from None
        if self.c.version() != VERSION:
            raise Error(f"{path} was compiled for version {self.c.version()} of opsgrad's interface, but the installed opsgrad has version {VERSION}; "
                        "compile the program again")
        self.c.ask(_goes_on)
        atexit.register(self.c.ask, _ANSWER())  # the interpreter ends: nobody answers any more

    def is_here(self) -> bool:
        return os.getpid() == self._process

    def check_process(self) -> None:
        """Raises an error in a forked process, because the threads of a program do not survive a fork."""
        if not self.is_here():
            raise Error("this model was created before the process was forked, and its threads exist only in the parent process; "
                        "create the model in the child process, or call multiprocessing.set_start_method('spawn')")

    def error(self) -> str:
        return str(self.c.error().decode(errors="replace"))


class Programs:
    """The copies of one program's file. There is one object for each file (`of`), because the file itself is loaded once."""

    _known: ClassVar[dict[tuple[int, int, int], Programs]] = {}
    _loaded: ClassVar[dict[str, object]] = {}  # paths: the system loads what it has loaded from a path, whatever is there now

    @classmethod
    def of(cls, path: Path) -> Programs:
        found = path.stat()
        return cls._known.setdefault((found.st_dev, found.st_ino, found.st_mtime_ns), cls(path))

    def __init__(self, path: Path) -> None:
        self._path = path
        self._free: list[Library] = []  # without a lock, as the collector may give one back at any moment

    def take(self) -> Library:
        while self._free:
            try:
                library = self._free.pop()
            except IndexError:
                break
            if library.is_here():
                return library
        first = object()
        if self._loaded.setdefault(os.path.realpath(self._path), first) is first:
            return Library(self._path)
        with tempfile.TemporaryDirectory(prefix="opsgrad-") as folder:
            copy = Path(folder) / self._path.name
            shutil.copy(self._path, copy)
            return Library(copy)

    def give_back(self, library: Library) -> None:
        self._free.append(library)
