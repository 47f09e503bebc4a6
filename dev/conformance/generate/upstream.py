"""Runs the programs of a folder in ExecuTorch's own runtime; see `--help`.

Next to `<program>.json` it writes `<program>.upstream.json`: by method its outputs, or the error.
"""

from __future__ import annotations

import argparse
import base64
import importlib
import json
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch

from dev.conformance.generate.names import DTYPES
from dev.conformance.generate.operators import register
from dev.conformance.generate.workers import Ended, run_all
from dev.conformance.generate.write import tensor_document

TORCH_DTYPES = {text: dtype for dtype, text in DTYPES.items()}


def main(arguments: Sequence[str]) -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m dev.conformance.generate.upstream")
    parser.add_argument("programs", type=Path, nargs="+", help="JSON files of programs")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and with it the workers
    register()
    runtime = importlib.import_module("executorch.extension.pybindings.portable_lib")
    results: dict[str, dict[str, Any]] = {str(path): {} for path in options.programs}
    waiting = list(results)
    while waiting:  # after a crash, the calls that follow it
        again: list[str] = []

        def ended(end: Ended, again: list[str] = again) -> None:
            path, done = Path(end.name), results[end.name]
            part = path.with_suffix(".part")
            for line in part.read_text().splitlines() if part.is_file() else ():
                method, result = json.loads(line)
                done[method] = result
            part.unlink(missing_ok=True)
            left = [call["method"] for call in _calls(path) if call["method"] not in done]
            if left:
                done[left[0]] = {"crash": end.fault or "no result"}
                again.append(end.name)
            if len(left) < 2:
                path.with_suffix(".upstream.json").write_text(json.dumps(done))
                again[:] = [name for name in again if name != end.name]
                print(f"upstream: {path.stem}", file=sys.stderr, flush=True)

        run_all(
            waiting,
            lambda name: _run(runtime, Path(name), results[name]),
            ended,
            jobs=options.jobs,
            timeout_s=60,
        )
        waiting = again


def _calls(path: Path) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = json.loads(path.read_text())["calls"]
    return calls


def _run(runtime: Any, path: Path, done: dict[str, Any]) -> None:
    content = path.with_suffix(".pte").read_bytes()
    with path.with_suffix(".part").open("w") as part:
        for call in _calls(path):
            if call["method"] in done:
                continue
            part.write(json.dumps([call["method"], _result(runtime, content, call)]) + "\n")
            part.flush()


def _result(runtime: Any, content: bytes, call: dict[str, Any]) -> dict[str, Any]:
    inputs = [_tensor(entry) for entry in call["inputs"]]
    try:
        module = runtime._load_for_executorch_from_buffer(content)
        outputs = module.run_method(call["method"], inputs)
    except Exception as error:
        return {"error": str(error).partition("\n")[0][:300]}
    return {"outputs": list(_documents(outputs))}


def _documents(outputs: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for output in outputs:
        yield tensor_document(output, tuple(range(output.dim())))


def _tensor(entry: dict[str, Any]) -> torch.Tensor:
    """The tensor with its dim order."""
    sizes, order = entry["sizes"], entry["dim_order"]
    content = bytearray(base64.b64decode(entry["data"]))
    dtype = TORCH_DTYPES[entry["dtype"]]
    stored = [sizes[dim] for dim in order]
    if not content:
        return torch.empty(sizes, dtype=dtype)
    flat = torch.frombuffer(content, dtype=dtype).clone().reshape(stored)
    places = [order.index(dim) for dim in range(len(order))]
    return flat.permute(places)


if __name__ == "__main__":
    main(sys.argv[1:])
