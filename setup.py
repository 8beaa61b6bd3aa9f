"""Builds the compiled modules.

REBAZ_NATIVE=1 builds for this machine's processor; the default is portable machine code.
"""

from __future__ import annotations

import io
import os
import platform
import subprocess
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = sorted(Path("src").rglob("*.pyx"))
HEADERS = [str(header) for header in Path("src").rglob("*.h")]
NATIVE = os.environ.get("REBAZ_NATIVE", "0") not in ("", "0")


class HintStream(io.TextIOBase):
    """Passes text on and remembers Cython's performance hints."""

    def __init__(self, stream: io.TextIOBase) -> None:
        self.stream = stream
        self.hints: list[str] = []

    def write(self, text: str) -> int:
        self.hints += [line for line in text.splitlines() if "performance hint" in line]
        return self.stream.write(text)

    def flush(self) -> None:
        self.stream.flush()


def native_processor() -> str:
    """What the compiler calls this processor, or an empty string."""
    compiler = os.environ.get("CC", "cc").split()
    try:
        listing = subprocess.run(
            [*compiler, "-march=native", "-Q", "--help=target"], capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return ""
    words = next((line.split() for line in listing.splitlines() if line.split()[:1] == ["-march="]), [])
    return words[1] if len(words) > 1 else ""


def flags() -> tuple[list[str], list[tuple[str, str]]]:
    """Compiler arguments and macros of this build."""
    if sys.platform == "win32":
        return ["/O2"], []
    arguments = ["-O3", "-fno-semantic-interposition", "-Wno-unused-function"]
    if not NATIVE:
        return arguments, []
    arguments += ["-march=native"]
    if platform.machine() not in ("x86_64", "AMD64"):
        return arguments, []
    # gcc takes to AVX-512 where the processor has it, and loses by it.
    arguments += ["-mno-avx512f"]
    # PEXT is microcode on AMD's processors before Zen 3: there, multiplication magics are far faster.
    processor = native_processor()
    slow_pext = processor in ("znver1", "znver2") or processor.startswith(("bdver", "btver"))
    probe = subprocess.run(
        [*os.environ.get("CC", "cc").split(), "-march=native", "-dM", "-E", "-x", "c", os.devnull],
        capture_output=True, text=True, check=False,
    ).stdout
    return arguments, [("REBAZ_PEXT", "1")] if "__BMI2__" in probe and not slow_pext else []


def extensions() -> list[Extension]:
    """Every .pyx below src as an extension, translated to C; a performance hint of Cython's fails the build."""
    arguments, macros = flags()
    modules = [
        Extension(
            ".".join(source.relative_to("src").with_suffix("").parts),
            [str(source)],
            include_dirs=["src/rebaz_core"],
            extra_compile_args=arguments,
            define_macros=macros,
            depends=HEADERS,
        )
        for source in SOURCES
    ]
    stream = HintStream(sys.stderr)
    sys.stderr = stream
    try:
        modules = cythonize(
            modules,
            build_dir="build/cython",
            annotate=bool(os.environ.get("REBAZ_ANNOTATE")),
            include_path=["src"],
            compiler_directives={
                "language_level": 3,
                "boundscheck": False,
                "wraparound": False,
                "cdivision": True,
                "initializedcheck": False,
            },
        )
    finally:
        sys.stderr = stream.stream
    if stream.hints:
        for module in modules:
            for source in module.sources:
                Path(source).unlink(missing_ok=True)
        sys.exit("Cython performance hints (a cdef function that takes the GIL?):\n" + "\n".join(stream.hints))
    return modules


setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count()}})
