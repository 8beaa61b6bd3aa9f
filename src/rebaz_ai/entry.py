"""The `rebaz` command as a process: Ctrl-C ends it at once and quietly, even while its modules are being imported."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
"""Exit code of an interrupted process, as the shell reports it of other programs."""


def leave(_signal: int, _frame: FrameType | None) -> NoReturn:
    """End the process without anything that Python does at its end, which the next interrupt could break into."""
    os._exit(INTERRUPTED)


def main() -> int:
    """Run the command; returns its exit code. Where interrupts are ignored they stay so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    from rebaz_ai.cli import main as command

    return command()
