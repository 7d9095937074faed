"""Limits of the child process. They keep accidents small; they are not a jail."""

from __future__ import annotations

import os
import resource
import sys
from typing import Any, Callable

SECONDS = 120
MEMORY = 4 << 30
_NEARLY = 96 << 20
FILE = 2 << 30
_SECONDS = "TRN2SIM_RECORD_SECONDS"
_PROCESSES = frozenset(
    "os.fork os.forkpty os.exec os.posix_spawn os.spawn os.system subprocess.Popen pty.spawn "
    "os.startfile".split()
)
_SYMBOLS = frozenset("fork vfork clone system popen posix_spawn posix_spawnp execve execv syscall".split())
_CHANGES = frozenset(
    "os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod os.chown "
    "shutil.rmtree shutil.move".split()
)


def seconds_given() -> float:
    return float(os.environ.get(_SECONDS, SECONDS))


def no_end(request: dict[str, Any], seconds: float) -> str:
    what = "call of the reference" if "values" in request else "recording"
    return f"the {what} has no end after {seconds:g} s; --record-timeout S allows more"


def environment(seconds: float) -> dict[str, str]:
    """What the child gets to see of the environment."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return {**kept, _SECONDS: str(seconds)}


def restrict(seconds: float, memory: int) -> None:
    """Runs in the child before its program starts."""
    for kind, value in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, int(seconds) + 5),
        (resource.RLIMIT_FSIZE, FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        _lower(kind, value)


def used_up() -> bool:
    """Whether nearly all memory is in use: Python may then fail with anything."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return False
    return limit != resource.RLIM_INFINITY and used > limit - _NEARLY


def _lower(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (limit, limit))


class Refused(PermissionError):
    """What a kernel file may not do while it is recorded."""


def guard(folder: str) -> set[str]:
    """Refuses processes, network, and changes outside the folder; returns the files read."""
    opened: set[str] = set()
    inside = os.path.join(os.path.realpath(folder), "")

    def hook(event: str, args: tuple) -> None:
        if event == "open":
            _opening(args, inside, opened)
        elif event in _PROCESSES or (event == "ctypes.dlsym" and args[1] in _SYMBOLS):
            raise Refused("a kernel file may not start processes while it is recorded")
        elif event.startswith("socket."):
            raise Refused("a kernel file may not use the network while it is recorded")
        elif event in ("os.kill", "os.killpg"):
            raise Refused(f"a kernel file may not end processes while it is recorded ({event})")
        elif event in _CHANGES and not _is_inside(args, inside):
            raise Refused(f"a kernel file may not change files while it is recorded ({event})")

    _no_fork_exec()
    _no_end()
    sys.addaudithook(hook)
    return opened


def _no_fork_exec() -> None:
    """multiprocessing starts processes through this function, which announces nothing."""
    import _posixsubprocess

    text = "a kernel file may not start processes while it is recorded"
    _posixsubprocess.fork_exec = _refusal(text)


def _no_end() -> None:
    """Python's own ways to end at once, which announce nothing and leave no report."""
    for name in ("_exit", "abort"):
        setattr(os, name, _refusal(f"a kernel file may not end Python (os.{name})"))


def _refusal(text: str) -> Callable:
    def refuse(*args: Any) -> Any:
        raise Refused(text)

    return refuse


def _opening(args: tuple, inside: str, opened: set[str]) -> None:
    path, mode, flags = args
    if not isinstance(path, str):
        return
    writing = any(letter in (mode or "") for letter in "wax+") or bool(
        (flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    )
    if not writing:
        opened.add(os.path.abspath(path))
    elif path != os.devnull and not _is_inside((path,), inside):
        raise Refused(f"a kernel file may not write {path} while it is recorded")


def _is_inside(args: tuple, inside: str) -> bool:
    """The folder itself too: `tempfile` opens the one that it makes a file in."""
    path = args[0] if args else None
    return isinstance(path, str) and os.path.join(os.path.realpath(path), "").startswith(inside)
