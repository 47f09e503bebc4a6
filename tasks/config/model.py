"""What a person may write in `configs/<target>.toml`: tables, keys, their types and meaning.

No default is here: every default is a line of `configs/defaults.toml`. A key that may be
absent altogether is `None` here and a commented line there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidatorFunctionWrapHandler, WrapValidator

from codegen.dtype import DType
from codegen.features import FEATURES
from codegen.optimize.names import DelegateName, PassName, PortsName, StripsName, WeightsName
from codegen.traits import TRAITS
from tasks.config.ethos_u import HEADER
from tasks.targets import of_project

ONE_LINE = r"^[^\x00-\x1f]*[^\x00-\x20][^\x00-\x1f]*$"
FOLDER_NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"
OPERATOR = r"^[^\x00-\x20]+$"
PATH = r"^[^\x00-\x1f]+$"
C_PREFIX = r"^([A-Za-z][0-9A-Za-z_]*)?$"

FORMS: Mapping[str, str] = {
    ONE_LINE: "one line of text",
    FOLDER_NAME: "the name of a folder (letters, digits, `.`, `_`, `-`)",
    OPERATOR: "the name of an operator, like aten::add.out",
    PATH: "a path",
    C_PREFIX: "the beginning of a name in C (a letter, then letters, digits, `_`)",
}
"""What a string must be, for each pattern of the model."""

OneLine = Annotated[str, Field(pattern=ONE_LINE)]
FolderName = Annotated[str, Field(pattern=FOLDER_NAME)]
Operator = Annotated[str, Field(pattern=OPERATOR)]
FilePath = Annotated[str, Field(pattern=PATH)]
Bytes = Annotated[int, Field(ge=0, le=2**32)]
DTypes = Annotated[
    tuple[Annotated[DType, Field(strict=False, description="A dtype by ExecuTorch's name.")], ...],
    Field(min_length=1),
]


ALL = "all"


def _or_all(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """`all` as it is; a fault of anything else is that of the other form, without alternatives."""
    return ALL if value == ALL else check(value)


def _schema_or_all(schema: dict[str, Any]) -> None:
    schema |= {"type": [schema["type"], "string"], "pattern": f"^{ALL}$"}


OR_ALL = (WrapValidator(_or_all), Field(json_schema_extra=_schema_or_all))
"""The type that it annotates, or the string "all"."""

if TYPE_CHECKING:
    DTypesByOperator = Mapping[Operator, DTypes] | Literal["all"]
    Traits = tuple[str, ...] | Literal["all"]
    Features = tuple[str, ...] | Literal["all"]
else:
    DTypesByOperator = Annotated[Mapping[Operator, DTypes], *OR_ALL]
    Traits = Annotated[tuple[Literal[*TRAITS], ...], *OR_ALL]
    Features = Annotated[tuple[Literal[*FEATURES], ...], *OR_ALL]


def _or_one(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """A string as a list of it."""
    return check((value,) if isinstance(value, str) else value)


def _schema_or_one(schema: dict[str, Any]) -> None:
    schema |= {"type": [schema["type"], "string"], "pattern": PATH}


OR_ONE = (WrapValidator(_or_one), Field(json_schema_extra=_schema_or_one))
"""The type that it annotates, a list, or one item of it."""


class Table(BaseModel):
    """A TOML table: frozen, kebab-case keys, nothing unknown, nothing coerced."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        alias_generator=lambda name: name.replace("_", "-"),
        validate_by_name=False,
        validate_by_alias=True,
    )

    def digest(self) -> str:
        """The SHA-256 of all values: comments and layout of the file do not count."""
        text = json.dumps(self.model_dump(mode="json"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


class Select(Table):
    """What the binary must be able to run: the union of all that is named here.

    Paths are relative to the target's file. Something must be selected.
    """

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    models: tuple[FilePath, ...] = Field(
        description="Models (`.pte`, `.bpte`): the operators and dtypes that their methods call.",
        examples=[["models/mv2.pte"]],
    )
    ops: tuple[Operator, ...] = Field(
        description="Operators by name, each with every dtype that its kernel has.",
        examples=[["aten::add.out", "aten::mm.out"]],
    )
    op_lists: tuple[FilePath, ...] = Field(
        description="Text files with an operator on each line, or several separated by commas.",
        examples=[["ops.txt"]],
    )
    yaml: tuple[FilePath, ...] = Field(
        description="ExecuTorch's YAML: `functions.yaml`, `custom_ops.yaml`, "
        "`selected_operators.yaml`.",
        examples=[["selected_operators.yaml"]],
    )
    dtypes: DTypesByOperator = Field(
        description="Operators by name, each with the dtypes that it must support, by "
        "ExecuTorch's names (`Float`, `Half`, `Long`, `Bool`, ...). `all`: every selected operator "
        "with each dtype that its kernels have.",
        examples=[{"aten::add.out": ["Float", "Int"]}],
    )
    dtype_files: tuple[FilePath, ...] = Field(
        description="Files (JSON or YAML) that map operators to dtypes, as `dtypes` does.",
        examples=[["dtypes.json"]],
    )
    traits: Traits = Field(
        description="Traits that every selected kernel supports, in addition to those that the "
        "models' calls have. `all`: each of them, and any rank, dim order, value and absence of an "
        "argument.",
        examples=[["broadcast"]],
    )
    features: Features = Field(
        description="Parts of the program format that the runtime supports, in addition to those "
        "that the models use. `all`: each of them.",
        examples=[["dynamic_shapes", "mutable_data"]],
    )
    all: bool = Field(
        description="Select every kernel of every library, in addition to what else is named.",
        examples=[True],
    )
    describe: bool = Field(
        description="Keep a description of what was selected in the binary, some hundred bytes: "
        "`nox -s covers` reads it back from an ELF or a flash image alone.",
        examples=[True],
    )


class Libraries(Table):
    """Where kernels come from. The first library that has a kernel for a call provides it."""

    order: tuple[FolderName, ...] = Field(
        description="Libraries of Kerf: folders of `runtime/kernels/`, searched in this order.",
        examples=[["portable", "quantized", "prim"]],
    )
    paths: tuple[FilePath, ...] = Field(
        description="Folders of your own libraries, relative to the target's file; "
        "searched before those of `order`, so that your kernel overrides ours.",
        examples=[["../../my_kernels"]],
    )
    executorch: Annotated[tuple[FilePath, ...], *OR_ONE] = Field(
        description="Folders of kernels that are written for ExecuTorch, or a checkout of it, "
        "relative to the target's file; searched after those of `paths`, before those of `order`. "
        "One may be written without brackets.",
        examples=["../../executorch"],
    )
    scratch_bytes: Bytes = Field(
        description="Temporary memory that one call of a kernel of `executorch` may allocate, in "
        "addition to what its description says.",
        examples=[4096],
    )


class EthosU(Table):
    """Arm's Ethos-U. Without this table the application links the driver."""

    driver: FilePath = Field(
        description="A checkout of Arm's `ethos-u-core-driver`, relative to the target's file: it "
        "is compiled and linked.",
        examples=["../ethos-u-core-driver"],
    )
    npu: Literal["u55", "u65", "u85"] | None = Field(
        None, description="The processor. Absent: `u55`.", examples=["u85"]
    )


class Backends(Table):
    """What Kerf's own backends need, where a model has delegates of theirs."""

    ethos_u: EthosU | None = Field(None, examples=[{"driver": "../ethos-u-core-driver"}])


class Registry(Table):
    """How the executor finds a kernel."""

    form: Literal["table", "dynamic"] = Field(
        description="`table`: a sorted table in read-only memory, no RAM. "
        "`dynamic`: kernels register themselves at start-up, for libraries built outside Kerf.",
        examples=["dynamic"],
    )
    capacity: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        None,
        description="Kernels that fit into a `dynamic` registry. Absent: exactly those selected, "
        "or 2000 where nothing is selected.",
        examples=[64],
    )


class Program(Table):
    """How far the device trusts the programs that it loads."""

    check: Literal["always", "never"] = Field(
        description="`always`: each program is checked when it is loaded, whatever its bytes are. "
        "`never`: it is believed, and the binary has no code for the check; programs are part of "
        "a signed image and are checked on the host, by `nox -s check`.",
        examples=["never"],
    )


class Optimize(Table):
    """What is done to the models before anything else: what is selected from, shipped and run."""

    passes: (
        tuple[Annotated[PassName, Field(strict=False, description="A pass of `optimize`.")], ...]
        | None
    ) = Field(
        default=None,
        description="The passes of `nox -s optimize`, in any order. Empty: models stay as they "
        "were exported. Absent: all of them, and a host's runner takes the exported file as well. "
        "`integers` rounds differently than float: outputs may be some steps of their scale away.",
        examples=[["fold", "copies", "unused", "plan", "duplicates"]],
    )
    delegates: Annotated[DelegateName, Field(strict=False)] = Field(
        description="What was lowered to XNNPACK, before any pass. `turn-back`: it becomes "
        "operators again. `keep`: it stays as it is, for an application that links a backend.",
        examples=["keep"],
    )
    strips: Annotated[StripsName, Field(strict=False)] = Field(
        description="Where chains of int8 layers run a few rows at a time, by the pass `strips`: "
        "their tensors are never whole. `where-needed`: where a plan does not fit `memory-bytes` "
        "without. `least-memory`: wherever that makes the plan smaller. `never`.",
        examples=["least-memory"],
    )
    ports: Annotated[PortsName, Field(strict=False)] = Field(
        description="Inputs that a program quantizes first, and outputs that it dequantizes last. "
        "`as-exported`: they are Float. `quantized`: they are int8, by the scales and zero points "
        "that a compiled target's header has; nothing is converted on the device.",
        examples=["quantized"],
    )
    weights_dtype: Annotated[WeightsName, Field(strict=False)] = Field(
        description="How weights of convolutions and products in Float are stored. `as-exported`: "
        "in four bytes. `half`: in two, which rounds each by 2^-11 of itself: outputs differ by "
        "more than `run.tolerance` allows unless that is set.",
        examples=["half"],
    )
    data: tuple[str, ...] = Field(
        description="External data (`.ptd`) of the models, relative to this file: they become "
        "constants of the programs, which compiled ones need. Empty: they stay outside.",
        examples=[["models/kws.ptd"]],
    )
    memory_bytes: tuple[Bytes, ...] = Field(
        description="The size of each planned memory, the one to fill first being the first; a "
        "model that does not fit stops the build. Empty: the sizes of the regions in "
        "`board.arena` where those are several and `plan` is among the passes, else no limit. "
        "Of a compiled program each is an arena of its own; there are at most six.",
        examples=[[131_072, 8_388_608]],
    )


class Runtime(Table):
    """How the models' programs are run."""

    form: Literal["interpreter", "compiled"] = Field(
        description="`interpreter`: the binary loads `.pte` files. `compiled`: it holds the models "
        "themselves, as tables and constants, with a function of C for each method; no file is "
        "loaded.",
        examples=["compiled"],
    )
    weights: Literal["linked", "external"] = Field(
        description="Where the constants of compiled models are. `linked`: in the binary, only "
        "those that are used. `external`: in the models' files, whose addresses functions take.",
        examples=["external"],
    )
    threads: Annotated[int, Field(ge=1, le=64)] = Field(
        description="Into how many parts kernels divide a call, at most, to run them on threads "
        "that the application supplies. Scratch is counted for all of them. 1: the binary has no "
        "code for it.",
        examples=[8],
    )
    profile: bool = Field(
        description="Whether a method can note when each of its instructions begins and ends, in "
        "memory of its caller; of `interpreter` alone. `false`: the binary has no code for it.",
        examples=[True],
    )
    messages: bool = Field(
        description="Whether errors are described in words on a device, with operator and "
        "instruction, to a function of the application: `kerf_message`. `false`: the binary has "
        "only their numbers. A host's always keeps the words.",
        examples=[True],
    )
    prefix: Annotated[str, Field(pattern=C_PREFIX)] = Field(
        description="What the functions, constants and headers of compiled models begin with, so "
        "that targets of one model can be linked into one program: with `small_`, mv2.pte gives "
        "`small_mv2.h` and `small_mv2_forward`.",
        examples=["small_"],
    )


Executor = Literal["auto", "container", "local", "zig"]
EXECUTORS: tuple[str, ...] = get_args(Executor)


class Toolchain(Table):
    """What compiles and links the target, and how."""

    name: FolderName = Field(
        description="A folder of `toolchains/`, of your project or of Kerf.",
        examples=["cortex-m55"],
    )
    executor: Executor = Field(
        description="`container`: the toolchain image, in a container engine. `local`: the "
        "compilers installed here. `zig`: the compiler from PyPI. `auto`: the image if an engine "
        "has it, else the installed ones if there are any, else zig.",
        examples=["zig"],
    )
    optimize: Literal["size", "balanced", "speed"] = Field(
        description="What the compiler optimizes for. `balanced`: the kernels for speed, the rest "
        "for size.",
        examples=["balanced"],
    )
    lto: bool = Field(
        description="Optimize across files when linking (smaller, slower to build).",
        examples=[False],
    )
    sanitize: tuple[Literal["address", "undefined", "thread"], ...] = Field(
        description="Sanitizers to build with, where the toolchain has them (host only).",
        examples=[["address", "undefined"]],
    )


class Run(Table):
    """How `run-<target>` runs the models' cases and judges their outputs."""

    timeout_s: Annotated[float, Field(gt=0, allow_inf_nan=False)] = Field(
        description="Seconds after which a run has failed.", examples=[600]
    )
    tolerance: Annotated[float, Field(ge=0, allow_inf_nan=False)] = Field(
        description="Difference allowed in a Float output, relative to the largest expected one; "
        "outputs of other types must be equal.",
        examples=[1e-5],
    )
    steps: Annotated[int, Field(ge=0)] = Field(
        description="Steps by which an output that comes from quantized numbers may differ in "
        "addition, where a model quantizes what it computed in Float: one rounding the other way "
        "in an early layer becomes some steps of the last one. The size of a step is that of the "
        "model's own scale.",
        examples=[8],
    )


class BoardRegion(Table):
    """A stretch of a board's memory."""

    kind: Literal["flash", "ram"] = Field(
        description="`flash`: holds code and models. `ram`: holds what changes.", examples=["ram"]
    )
    origin: Annotated[int, Field(ge=0, lt=2**32)] | None = Field(
        None,
        description="Its first address, for whoever reads `size.json`; nothing is placed by it.",
        examples=[0x2000_0000],
    )
    bytes: Bytes = Field(description="Its size.", examples=[131_072])


class WeightPlace(Table):
    """A region that holds weights, and how many."""

    region: FolderName = Field(description="The region.", examples=["FLASH"])
    bytes: Bytes | None = Field(
        None,
        description="How many bytes of weights it may hold. Absent: all that it has, where nothing "
        "else is in it.",
        examples=[98_304],
    )


class Board(Table):
    """The device: what it has, and what is kept where. Without it sizes have no limit but a budget.

    Every build then counts all that the device holds, and one that does not fit is refused.
    """

    name: FolderName | None = Field(
        None,
        description="A file of `toolchains/boards/`, of your project or of Kerf. Absent: no board, "
        "or only `memory`.",
        examples=["stm32h743"],
    )
    memory: Mapping[FolderName, BoardRegion] = Field(
        description="Regions in addition to the board's, or in place of those of the same name.",
        examples=[{"SDRAM": {"kind": "ram", "bytes": 8_388_608}}],
    )
    code: FolderName | None = Field(
        None, description="The region of the program. Absent: the first flash.", examples=["FLASH"]
    )
    models: FolderName | None = Field(
        None,
        description="The region of the models' files. Absent: that of the program.",
        examples=["QSPI"],
    )
    weights: tuple[WeightPlace, ...] = Field(
        description="The regions of the linked weights of compiled programs, the fastest first: "
        "those that an inference reads most are in the first that has room for them. Each has "
        "`bytes`, which may be left out where nothing else is in the region. Of RAM it is a copy, "
        "made when the firmware starts from what is stored where the code is. Empty: all are where "
        "`models` are.",
        examples=[[{"region": "FLASH", "bytes": 98_304}, {"region": "QSPI"}]],
    )
    data: FolderName | None = Field(
        None,
        description="The region of data, bss, stack, and of what methods and kernels need "
        "in addition to planned memory; in compiled programs that is in the first arena. Absent: "
        "the first RAM.",
        examples=["DTCM"],
    )
    arena: tuple[FolderName, ...] = Field(
        description="The regions of planned memory by its number, the first for 1; the last also "
        "for those that follow. Empty: that of `data`.",
        examples=[["AXI", "SDRAM"]],
    )
    stack_bytes: Bytes = Field(
        description="What your firmware reserves for its stack. A run in the emulator measures "
        "what Kerf uses of it; where that is more, it counts.",
        examples=[4096],
    )


class Budget(Table):
    """Sizes above which a build fails."""

    flash_bytes: Bytes | None = Field(
        None,
        description="Most flash: code, read-only data, initial values. Absent: no limit.",
        examples=[14_000],
    )
    ram_bytes: Bytes | None = Field(
        None,
        description="Most RAM: data and bss, without arena and model. Absent: no limit.",
        examples=[128],
    )
    arena_bytes: Bytes | None = Field(
        None,
        description="Most memory that methods work on: planned, method and scratch. Absent: no "
        "limit.",
        examples=[65_536],
    )
    image_bytes: Bytes | None = Field(
        None,
        description="Most flash with the models' files. Absent: no limit.",
        examples=[262_144],
    )
    tolerance_bytes: Bytes = Field(
        description="Growth over the committed baseline that passes: of code, program, weights, "
        "data, planned memory, scratch, method memory and stack, each.",
        examples=[16],
    )
    tolerance_instructions: Annotated[float, Field(ge=0, allow_inf_nan=False)] = Field(
        description="Growth of the instructions of a run over the committed baseline that passes, "
        "as a share of it.",
        examples=[0.05],
    )


class TargetFile(Table):
    """A target: what to build, from what, with what, and how large it may be."""

    description: OneLine = Field(
        description="What the target is, in one line; `nox -l` shows it.",
        examples=["MobileNetV2 on a Cortex-M55"],
    )
    select: Select
    libraries: Libraries
    backends: Backends
    registry: Registry
    program: Program
    optimize: Optimize
    runtime: Runtime
    toolchain: Toolchain
    run: Run
    board: Board
    budget: Budget


class Target(TargetFile):
    """A checked target: its file merged over the defaults, and its path.

    `path` (its file) and `root` (the repository) are absolute, and so are the paths below.
    """

    name: str
    path: Path
    root: Path

    @property
    def model_paths(self) -> tuple[Path, ...]:
        """The files of `select.models`."""
        return tuple(map(self.resolve, self.select.models))

    @property
    def passes(self) -> tuple[PassName, ...]:
        """The passes of `optimize.passes`; all of them where that is absent."""
        return tuple(PassName) if self.optimize.passes is None else self.optimize.passes

    @property
    def as_exported(self) -> Target:
        """The target without passes; delegates that are turned back need its data all the same."""
        exported = self.optimize.model_copy(update={"passes": (), "memory_bytes": ()})
        return self.model_copy(update={"optimize": exported})

    @property
    def definitions(self) -> tuple[str, ...]:
        """Macros by which its sources are compiled, in addition to those of its toolchain."""
        driver = () if self.backends.ethos_u is None else (f"KERF_ETHOS_U_DRIVER=<{HEADER}>",)
        return (*(("KERF_MESSAGES=1",) if self.runtime.messages else ()), *driver)

    @property
    def data_paths(self) -> tuple[Path, ...]:
        """The files of `optimize.data`."""
        return tuple(map(self.resolve, self.optimize.data))

    @property
    def selecting_paths(self) -> Mapping[str, tuple[Path, ...]]:
        """The files that the target selects by, for each key of `[select]` that names some."""
        written = {
            "models": self.select.models,
            "op-lists": self.select.op_lists,
            "yaml": self.select.yaml,
            "dtype-files": self.select.dtype_files,
        }
        return {key: tuple(map(self.resolve, names)) for key, names in written.items()}

    @property
    def library_paths(self) -> tuple[Path, ...]:
        """The folders of the libraries in the order in which they are searched.

        Those of Kerf's backends are always among them: a program names its backends by id.
        """
        own = tuple(map(self.resolve, self.libraries.paths))
        runtime = self.root / "runtime"
        ours = (runtime / "kernels" / name for name in self.libraries.order)
        backends = sorted(path.parent for path in runtime.glob("delegate/*/functions.yaml"))
        return (*own, *self.executorch_paths, *ours, *backends)

    @property
    def executorch_paths(self) -> tuple[Path, ...]:
        """Returns the folders whose kernels are written for ExecuTorch."""
        return tuple(map(self.resolve, self.libraries.executorch))

    @property
    def driver_path(self) -> Path | None:
        """The folder of `backends.ethos-u.driver`."""
        ethos_u = self.backends.ethos_u
        return None if ethos_u is None else self.resolve(ethos_u.driver)

    @property
    def toolchain_path(self) -> Path:
        """The folder of the toolchain."""
        return of_project(self.root, f"toolchains/{self.toolchain.name}")

    def resolve(self, written: str) -> Path:
        """The absolute form of a path that is written in the target's file."""
        return absolute(self.path.parent, written)


def absolute(folder: Path, written: str) -> Path:
    """`written`, relative to `folder`, made absolute under the name that its user gave it.

    Folders are resolved, the last part is not: a link `mv2.pte` to a cache keeps its name.
    """
    path = folder.absolute() / written
    return path.resolve() if path.name in ("", "..") else path.parent.resolve() / path.name
