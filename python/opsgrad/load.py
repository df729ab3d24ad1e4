"""Compiles a C++ file to a Python module, or loads the module that an earlier call has compiled."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Union

from opsgrad import installation
from opsgrad.errors import Error, Notice
from opsgrad.module import models_of

_LISTS = """cmake_minimum_required(VERSION 3.25)
project({name} CXX)
set(CMAKE_POLICY_DEFAULT_CMP0177 NEW)
find_package(OPSgrad REQUIRED OPTIONAL_COMPONENTS {target} PATHS [==[{package}]==] NO_DEFAULT_PATH)
add_compile_options({flags})
ops_add_python_module({name} SOURCES {sources} TARGET {target} INCLUDE_DIRECTORIES {include} DEFINITIONS {define} LINK {link})
"""


def load(source: Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]], *, name: Union[str, None] = None, target: str = "openmp",
         include: Sequence[Union[str, os.PathLike[str]]] = (), define: Sequence[str] = (), flags: Sequence[str] = (), link: Sequence[str] = (),
         progress: bool = True) -> ModuleType:
    """Compiles a program that defines models (OPS_MODEL) and returns a module with a class for each.

    The result is cached in $XDG_CACHE_HOME/opsgrad (usually ~/.cache/opsgrad). The cache is used as long as the contents of the source and all headers,
    the compiler, its flags and the processor are the same. The compiler is $CXX, or else c++; its flags are $CXXFLAGS.

    Args:
        source: one file, or a list of files
        name: name of the module; None: that of the first file
        target: seq, openmp, checked (finds mistakes, slow), cuda
        include: folders with headers, in addition to the folder of the source
        define: macros, such as "N=3"
        flags: options of the compiler, such as "-O1"
        link: libraries, as CMake's target_link_libraries takes them
        progress: whether to print a line while the program is compiled

    Raises:
        Error: the program cannot be compiled; has the messages of the compiler or translator
        FileNotFoundError: a source does not exist
    """
    one = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    sources = [Path(each).resolve() for each in one]
    for each in sources:
        if not each.is_file():
            raise FileNotFoundError(f"no such file: {each}")
        if each.suffix not in (".cpp", ".cc", ".cxx", ".c++", ".C"):
            raise Error(f"the name of the C++ source file {each} must end in .cpp, .cc or .cxx")
    title = name or re.sub(r"\W", "_", sources[0].stem)
    job = _Job(title, sources, target, [str(Path(folder).resolve()) for folder in (*include, sources[0].parent)], list(define), list(flags), list(link))
    program = _Build(job, progress).program()
    made = (str(program), program.stat().st_mtime_ns)
    if made not in _loaded:
        module = ModuleType(title)
        module.__file__ = str(program)
        module.__dict__.update(models_of(program, title, ", ".join(map(str, sources))))
        _loaded[made] = module
    return _loaded[made]


_loaded: dict[tuple[str, int], ModuleType] = {}


@dataclass
class _Job:
    name: str
    sources: list[Path]
    target: str
    include: list[str]
    define: list[str]
    flags: list[str]
    link: list[str]
    compiler: str = field(default_factory=lambda: os.environ.get("CXX") or next(filter(shutil.which, ("c++", "g++", "clang++")), ""))

    def lists(self) -> str:
        return _LISTS.format(name=self.name, target=self.target, package=installation.cmake_dir(), sources=_quoted(map(str, self.sources)),
                             include=_quoted(self.include), define=_quoted(self.define), flags=_quoted(self.flags), link=_quoted(self.link))

    def key(self) -> str:
        """A hash of everything except the contents of files."""
        if not self.compiler or not shutil.which(self.compiler.split()[0]):
            raise Error(f"no C++ compiler was found under the name {self.compiler or 'c++, g++ or clang++'}; install one, or set the environment variable CXX")
        version = subprocess.run([*self.compiler.split(), "--version"], capture_output=True, text=True).stdout
        return _hash(repr([self.lists(), self.compiler, version, os.environ.get("CXXFLAGS"), _installed(), _processor()]).encode())[:16]


def _quoted(words: Any) -> str:
    return " ".join(f"[==[{word}]==]" for word in words)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _installed() -> list[int]:
    """Modification times that change with the library."""
    return [file.stat().st_mtime_ns for file in sorted(installation.cmake_dir().iterdir())]


def _processor() -> list[str]:
    """Model and instruction sets of the processor, because generated code uses all of them."""
    try:
        return sorted(set(re.findall(r"^(?:model name|flags)\s*:.*$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)))
    except OSError:
        return []


class _Build:
    """A folder of the cache: the CMake build, the program, and the list of files from which it was compiled."""

    def __init__(self, job: _Job, progress: bool) -> None:
        self._job, self._progress = job, progress
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        self._folder = cache / "opsgrad" / f"{job.name}-{job.key()}"
        self._build = self._folder / "build"
        self._program = self._build / "python" / job.name / "program.so"
        self._manifest = self._folder / "made_of.json"

    def program(self) -> Path:
        self._folder.mkdir(parents=True, exist_ok=True)
        with _alone(self._folder / "lock"):
            if not self._is_fresh():
                self._manifest.unlink(missing_ok=True)
                self._make()
                self._manifest.write_text(json.dumps({path: _hash(Path(path).read_bytes()) for path in self._made_of()}))
        return self._program

    def _is_fresh(self) -> bool:
        try:
            return all(_hash(Path(path).read_bytes()) == known for path, known in json.loads(self._manifest.read_text()).items())
        except (OSError, ValueError):
            return False

    def _make(self) -> None:
        ninja = _tool("ninja")
        (self._folder / "CMakeLists.txt").write_text(self._job.lists())
        if (self._build / "build.ninja").exists():  # which goes by the time of files, not by their contents
            subprocess.run([ninja, "-C", self._build, "-t", "clean"], capture_output=True)
        with _line(f"compiling {', '.join(s.name for s in self._job.sources)} for {self._job.target}", self._progress) as show:
            self._call([_tool("cmake"), "-S", self._folder, "-B", self._build, "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}", "-DCMAKE_BUILD_TYPE=Release",
                        f"-DOPSGRAD_PYTHON={sys.executable}", f"-DOPSGRAD_PYCACHE={self._folder.parent / 'python'}"], show)
            complaints = self._call([ninja, "-C", self._build], show)
        if complaints:
            warnings.warn(complaints, Notice, stacklevel=4)

    def _call(self, command: list[Any], show: Any) -> str:
        """Runs a command and returns its warnings."""
        said = []
        with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
            assert running.stdout is not None
            for line in running.stdout:
                said.append(line)
                if step := re.match(r"\[(\d+/\d+)\]", line):
                    show(step[1])
        if running.returncode != 0:
            raise Error(f"{', '.join(map(str, self._job.sources))} cannot be compiled:\n{_complaints(said) or ''.join(said[-20:])}")
        return _complaints(said)

    def _made_of(self) -> list[str]:
        """Every file that the compiler has read, and the program itself."""
        said = subprocess.run([_tool("ninja"), "-C", self._build, "-t", "deps"], capture_output=True, text=True).stdout
        found = {(self._build / line.strip()).resolve() for line in said.splitlines() if line.startswith("    ")}
        return sorted(str(path) for path in {*found, *self._job.sources, self._program} if path.is_file())


def _complaints(said: list[str]) -> str:
    """The messages of the compiler, translator or CMake, without the commands."""
    kept = [line for line in said if not re.match(r"\[\d+/\d+\]|FAILED:|ninja: |-- |cd \S+ && |(/\S+/)?(c\+\+|g\+\+|clang\S*|cmake|python\S*|ccache) ", line)]
    return "".join(kept[-60:])


def _tool(name: str) -> str:
    found = installation.tool(name)
    if not found:
        raise Error(f"the program {name} was not found; install it with 'pip install {name}'")
    return found


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Admits one process at a time."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _line(text: str, wanted: bool) -> Iterator[Any]:
    """Shows the progress of a long operation on stderr; on a terminal as one line that is rewritten."""
    written_over = sys.stderr.isatty()

    def show(step: str) -> None:
        if wanted and written_over:
            print(f"\r[opsgrad] {text} ({step}) ", end="", file=sys.stderr, flush=True)
    if wanted:
        print(f"[opsgrad] {text} ..", end="" if written_over else "\n", file=sys.stderr, flush=True)
    try:
        yield show
    finally:
        if wanted and written_over:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
