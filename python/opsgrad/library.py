"""A program in this process, by the functions of ops/model/interface.hpp.  Knows ctypes; knows no models.

Programs have global variables. So that models do not share them, each model that lives has a copy of its program: the file itself, then
copies of it. A copy whose model is gone serves the next one; loaded programs are never unloaded.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # what `signal` wraps: a tenth of its time, which counts here
import ctypes
import os
import shutil
import tempfile
import threading
from collections.abc import Callable
from ctypes import POINTER, c_char_p, c_int, c_void_p
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any, ClassVar, Union

from opsgrad.errors import Error

VERSION = 1
FAILED, INTERRUPTED, HAS_SAID = 1, 2, 4

_ANSWER = ctypes.CFUNCTYPE(c_int)
_POINTERS = POINTER(c_void_p)
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "version": (c_int, ()), "error": (c_char_p, ()), "models": (c_char_p, ()), "ask": (None, (_ANSWER,)),
    "open": (c_void_p, (c_char_p, c_int, POINTER(c_int), c_char_p, c_char_p, c_int)), "close": (None, (c_void_p,)),
    "describe": (c_char_p, (c_void_p,)), "said": (c_char_p, (c_void_p,)), "lasts": (c_int, (c_void_p,)),
    "evaluate": (c_int, (c_void_p, c_int, _POINTERS, _POINTERS)), "result": (c_void_p, (c_void_p, c_int)),
    "output": (c_void_p, (c_void_p, c_int, _POINTERS)), "let_go": (None, (c_void_p,)),
    "reverse": (c_int, (c_void_p, _POINTERS, _POINTERS, _POINTERS)), "advance": (c_int, (c_void_p, _POINTERS, _POINTERS)),
    "second": (c_int, (c_void_p, _POINTERS, _POINTERS, _POINTERS)),
}


class _Waiting(threading.local):
    """What this thread waits for: null, or a handler of Ctrl-C meanwhile."""

    interruption: Union[Interruption, None] = None


_waiting = _Waiting()


def _main_thread() -> int:
    return threading.main_thread().ident or 0


class Interruption:
    """While a thread waits for a program, Ctrl-C is kept until the program has stopped between two of its loops."""

    __slots__ = ("_before", "_enough", "_outer", "raised")

    def __init__(self, enough: Union[Callable[[], bool], None] = None) -> None:
        self.raised: Union[BaseException, None] = None
        self._enough = enough
        self._before: Any = None
        self._outer: Union[Interruption, None] = None

    def __enter__(self) -> Interruption:
        self._outer, _waiting.interruption = _waiting.interruption, self
        if threading.get_ident() == _main_thread():
            handler = _signal.getsignal(_signal.SIGINT)
            if callable(handler):
                self._before = handler
                _signal.signal(_signal.SIGINT, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            _signal.signal(_signal.SIGINT, self._before)
        _waiting.interruption = self._outer
        if self.raised is not None:
            raise self.raised

    def goes_on(self) -> bool:
        return self.raised is None and not (self._enough is not None and self._enough())

    def _handle(self, number: int, frame: Union[FrameType, None]) -> None:
        try:
            self._before(number, frame)
        except BaseException as raised:
            self.raised = raised


def _asked() -> int:
    waiting = _waiting.interruption
    return int(waiting is None or waiting.goes_on())


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
            raise Error(f"{path}: no program with models: {missing}") from None
        if self.c.version() != VERSION:
            raise Error(f"{path}: compiled for another version of opsgrad ({self.c.version()}, this one is {VERSION}): compile it again")
        self.c.ask(_goes_on)

    def is_here(self) -> bool:
        return os.getpid() == self._process

    def check_process(self) -> None:
        """Threads of a program do not survive a fork."""
        if not self.is_here():
            raise Error("this model was made before the process was forked, and its threads are in the parent: make the model in the child, "
                        "or start processes by spawn (multiprocessing.set_start_method('spawn'))")

    def error(self) -> str:
        return str(self.c.error().decode(errors="replace"))

    def wait(self, work: Callable[..., int], *values: Any, enough: Union[Callable[[], bool], None] = None) -> int:
        """The status of one call that may take long; Ctrl-C ends it, and so does `enough`."""
        with Interruption(enough):
            status = work(*values)
        if status & FAILED:
            raise Error(self.error())
        if status & INTERRUPTED and enough is None:
            raise KeyboardInterrupt
        return status


class Copies:
    """The copies of one program's file. There is one object for each file (`of`), as the file itself is loaded once."""

    _known: ClassVar[dict[tuple[int, int, int], Copies]] = {}
    _loaded: ClassVar[set[str]] = set()  # paths: the system loads what it has loaded from a path, whatever is there now

    @classmethod
    def of(cls, path: Path) -> Copies:
        found = path.stat()
        return cls._known.setdefault((found.st_dev, found.st_ino, found.st_mtime_ns), cls(path))

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._free: list[Library] = []

    def take(self) -> Library:
        with self._lock:
            while self._free:
                library = self._free.pop()
                if library.is_here():
                    return library
            path = os.path.realpath(self._path)
            if path not in self._loaded:
                self._loaded.add(path)
                return Library(self._path)
        with tempfile.TemporaryDirectory(prefix="opsgrad-") as folder:
            copy = Path(folder) / self._path.name
            shutil.copy(self._path, copy)
            return Library(copy)

    def give_back(self, library: Library) -> None:
        with self._lock:
            self._free.append(library)
