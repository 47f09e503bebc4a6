"""What can go wrong, under ExecuTorch's names and numbers."""

from __future__ import annotations


class Error(RuntimeError):
    """A call failed: `name` and `code` are ExecuTorch's, whose package raises RuntimeError."""

    code = 0x01

    def __str__(self) -> str:
        return RuntimeError.__str__(self)  # a KeyError puts its words in quotes

    @property
    def name(self) -> str:
        """Like `InvalidArgument`."""
        return type(self).__name__


class Internal(Error):
    """The runtime contradicts itself."""

    code = 0x01


class InvalidState(Error):
    """A call came too early: an input or the memory of an output is missing."""

    code = 0x02


class NotSupported(Error):
    """The program needs a part of the format that is not supported."""

    code = 0x10


class InvalidArgument(Error, ValueError):
    """An argument does not fit: its dtype, its shape, an index."""

    code = 0x12


class InvalidType(Error, TypeError):
    """A value is of another kind: a tensor where a number is expected."""

    code = 0x13


class OperatorMissing(Error):
    """No kernel runs a call of the program."""

    code = 0x14


class RegistrationExceedingMaxKernels(Error):
    """More kernels register themselves than there is room for."""

    code = 0x15


class RegistrationAlreadyRegistered(Error):
    """A kernel registers itself twice."""

    code = 0x16


class NotFound(Error, KeyError):
    """There is no such method, delegate or external tensor."""

    code = 0x20


class MemoryAllocationFailed(Error, MemoryError):
    """A memory is too small for the method."""

    code = 0x21


class InvalidProgram(Error):
    """The bytes are no program, or a damaged one."""

    code = 0x23


class InvalidExternalData(Error):
    """A `.ptd` file is damaged or does not fit the program."""

    code = 0x24


class OutOfResources(Error):
    """A loop exceeds its limit, or the host has no more threads."""

    code = 0x25


class LibraryMissing(Error):
    """The shared library is not there, or was built for another version of this package."""


BY_CODE = {each.code: each for each in Error.__subclasses__() if "code" in vars(each)}
"""The exception of each number that the runtime returns; LibraryMissing has none of its own."""
