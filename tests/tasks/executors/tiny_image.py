"""An image with one program, for tests of containers: made in a second, loaded as the real one."""

from __future__ import annotations

import io
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from tasks.executors.engine import Engine, Image
from tasks.image.archive import configuration, image_id, pieces
from tasks.image.layer import write_layer

PROGRAM = Path(__file__).with_name("container_program.c")
EPOCH = 1577836800


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyImage:
    """The image as it is on the disk; with `/bin/program` and `/tmp`."""

    layer: Path
    sha256: str
    configuration: bytes
    tag: str

    @property
    def id(self) -> str:
        """The ID that engines give to it."""
        return image_id(self.configuration)

    def load(self, engine: Engine) -> Image:
        """Gives it to the engine."""
        archive = pieces(self.configuration, self.layer, self.tag, EPOCH)
        engine.client().images.load(archive)
        return Image(reference=self.id, id=self.id, tag=self.tag, exact=True)


def make_tiny_image(folder: Path, gcc: str, tag: str = "kerf-test:tiny") -> TinyImage:
    """Compiles the program without shared libraries and packs it."""
    program = folder / "program"
    subprocess.run([gcc, "-static", "-O1", str(PROGRAM), "-o", str(program)], check=True)
    content = io.BytesIO()
    temporary = tarfile.TarInfo("./tmp")
    temporary.type, temporary.mode = tarfile.DIRTYPE, 0o1777
    with tarfile.open(fileobj=content, mode="w") as archive:
        archive.addfile(temporary)
        archive.add(program, "./bin/program")
        archive.add(program, "./bin/chown")  # which the copying of files needs
    content.seek(0)
    layer = write_layer(content, folder / "layer.tar", EPOCH)
    printed = {"Cmd": ["/bin/program"], "Env": ["PATH=/bin"]}
    return TinyImage(
        layer=folder / "layer.tar",
        sha256=layer.sha256,
        configuration=configuration(layer.sha256, "amd64", EPOCH, printed),
        tag=tag,
    )
