"""The gallery: its targets, its page, and programs made of a user's weights."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from codegen.errors import ConfigError, SizeError
from codegen.pte import read_model
from dev.figures import gallery, record
from dev.gallery import BALANCED, CORES, NETWORKS, TARGETS, target_of
from dev.gallery import page as gallery_page
from dev.gallery.__main__ import REQUIREMENTS, requested
from tasks.building.planning import known_operators
from tasks.config import load_target
from tasks.environment import environment_folder
from tasks.size.baseline import Record
from tests.conftest import ROOT

KERF_AND_TFLM = 2


def shown() -> gallery_page.Gallery:
    return gallery_page.gallery(ROOT, partial(record, ROOT))


def test_each_network_has_a_compiled_target_for_each_processor() -> None:
    for name in TARGETS:
        target = load_target(name, ROOT)
        assert target.runtime.form == "compiled"
        assert [path.stem for path in target.model_paths] == [name.partition("-")[0]]


def test_networks_are_those_of_the_benchmark() -> None:
    """Products of the layers.   Source: MLPerf Tiny's networks, counted by hand."""
    operators = known_operators(ROOT)
    counted = {name: gallery_page.macs(ROOT, name, operators) for name in NETWORKS}
    stem, blocks = 25 * 5 * 40 * 64, 4 * 25 * 5 * (9 * 64 + 64 * 64)
    assert counted["kws"] == stem + blocks + 64 * 12
    assert counted["ad"] == 2 * 640 * 128 + 6 * 128 * 128 + 2 * 128 * 8
    assert counted["vww"] == 7_489_664  # 7,489,152 of its convolutions, 512 of the classifier
    first, second = 32 * 32 * 27 * 16 + 2 * 32 * 32 * 144 * 16, 16 * 16 * (144 + 288 + 16) * 32
    assert counted["ic"] == first + second + 8 * 8 * (288 + 576 + 32) * 64 + 640


def test_programs_are_int8_from_input_to_output() -> None:
    for name in NETWORKS:
        (method,) = read_model(ROOT / "configs/models" / f"{name}.pte").methods
        types = {str(getattr(each, "dtype", None)) for each in (*method.inputs, *method.outputs)}
        assert types == {"Char"}


def test_outputs_of_the_cases_differ_and_are_not_saturated() -> None:
    for name in NETWORKS:
        path = ROOT / "configs/models" / f"{name}.cases.json"
        cases = json.loads(path.read_text())["methods"][0]["cases"]
        outputs = []
        for case in cases:
            (tensor,) = case["outputs"]
            data = (path.parent / tensor["file"]).read_bytes()
            outputs.append(data[tensor["offset"] :][: tensor["nbytes"]])
        assert len(set(outputs)) == len(outputs) > 1
        assert all(len(set(output)) > 1 for output in outputs)


def test_a_changed_baseline_changes_table_and_picture() -> None:
    known = partial(record, ROOT)

    def changed(target: str) -> Record:
        found = known(target)
        measures = {**found.measures, "stack_bytes": 1_000_000, "execute_cycles": 7_654_321}
        return replace(found, measures=measures) if target == "ad-m4" else found

    before, after = shown(), gallery_page.gallery(ROOT, changed)
    more = after["ad"]["m4"].ours.ram - before["ad"]["m4"].ours.ram
    assert more == 1_000_000 - known("ad-m4").measures["stack_bytes"]
    assert "7,654,321" in str(gallery_page.rows(after, "ad"))
    drawn = gallery_page.panels(after, "m4")["estimated cycles"]["Anomaly detection"]
    assert drawn["Kerf"] == 7_654_321
    assert before["ad"]["m55"] == after["ad"]["m55"]


def test_a_target_that_was_not_run_is_named() -> None:
    def never_run(target: str) -> Record:
        found = record(ROOT, target)
        counted = {"execute_instructions", "stack_bytes"}
        left = {name: each for name, each in found.measures.items() if name not in counted}
        return replace(found, measures=left)

    with pytest.raises(SizeError, match=r"kws-m55\.json: has no 'stack_bytes'.*nox -s run"):
        gallery_page.gallery(ROOT, never_run)


def test_the_page_has_a_row_for_each_network_processor_and_runtime() -> None:
    text = gallery(ROOT)
    for network in NETWORKS:
        rows = gallery_page.rows(shown(), network)
        balanced = [each for each in shown()[network].values() if each.balanced is not None]
        # TFLM was not measured on RISC-V.
        assert len(rows) == KERF_AND_TFLM * len(CORES) - 1 + len(balanced)
        for row in rows:
            assert f"| {' | '.join(row)} |" in text


def test_each_figure_of_a_peer_is_its_best() -> None:
    builds = gallery_page.peers()["measured"]["cortex-m4"]["ad"]
    theirs = shown()["ad"]["m4"].theirs
    assert theirs is not None
    assert theirs.flash == builds["Os"]["flash"] < builds["O3"]["flash"]
    assert theirs.cycles == builds["O3"]["cycles"] < builds["Os"]["cycles"]


def test_weights_name_the_networks_that_are_made(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"has no kws\.npz, vww\.npz, ic\.npz, ad\.npz"):
        requested([], tmp_path)
    (tmp_path / "ic.npz").touch()
    assert requested([], tmp_path) == ("ic",)
    with pytest.raises(ConfigError, match=r"has no ad\.npz\."):
        requested(["ic", "ad"], tmp_path)
    with pytest.raises(ConfigError, match="no network resnet"):
        requested(["resnet"], None)


def python_with_executorch() -> str:
    python = environment_folder(ROOT, [ROOT / name for name in REQUIREMENTS]) / "bin" / "python"
    if not python.exists():
        pytest.skip("the environment of conformance, which has ExecuTorch, is not made")
    return str(python)


TRAINED = """\
import sys, numpy, torch
from dev.gallery.export.networks import NETWORKS
from dev.gallery.export.weights import folded
torch.manual_seed(3)
module = NETWORKS["ad"].make()
module(torch.randn(64, 640))  # trains the statistics of batch norms
module.eval()
x = torch.randn(5, 640)
assert torch.allclose(folded(module)(x), module(x), atol=1e-4)
arrays = {name: value.numpy() for name, value in module.state_dict().items()}
numpy.savez(sys.argv[1] + "/ad.npz", inputs=x.numpy(), **arrays)
arrays["0.weight"] = arrays["0.weight"][:, 1:]
del arrays["1.bias"]
numpy.savez(sys.argv[1] + "/bad/ad.npz", **arrays)
numpy.save(sys.argv[1] + "/expected.npy", module(x).detach().numpy())
"""


@pytest.mark.slow
def test_a_program_of_trained_weights_computes_what_they_do(tmp_path: Path) -> None:
    python = python_with_executorch()
    (tmp_path / "bad").mkdir()
    there = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([python, "-c", TRAINED, tmp_path], env=there, cwd=ROOT, check=True)
    words = [sys.executable, "-m", "dev.gallery", "--python", python]
    words += ["--output", str(tmp_path / "made")]
    subprocess.run([*words, "--weights", tmp_path], cwd=ROOT, check=True)
    assert (tmp_path / "made/ad.pte").is_file()
    assert not (tmp_path / "made/kws.pte").exists()
    compare = (
        "import json, sys, numpy\n"
        "from pathlib import Path\n"
        "folder = Path(sys.argv[1])\n"
        "cases = json.loads((folder / 'made/ad.cases.json').read_text())['methods'][0]['cases']\n"
        "expected = numpy.load(folder / 'expected.npy')\n"
        "for case, row in zip(cases, expected):\n"
        "    t = case['outputs'][0]\n"
        "    data = (folder / 'made' / t['file']).read_bytes()[t['offset']:][:t['nbytes']]\n"
        "    got = numpy.frombuffer(data, numpy.int8).astype(float)\n"
        "    assert numpy.corrcoef(got, row)[0, 1] > 0.95, numpy.corrcoef(got, row)\n"
    )
    subprocess.run([python, "-c", compare, tmp_path], check=True)
    refused = subprocess.run(
        [*words, "--weights", tmp_path / "bad"], cwd=ROOT, capture_output=True, text=True
    )
    assert refused.returncode == ConfigError.exit_code
    assert "lacks 1.bias" in refused.stderr
    assert "0.weight has the shape [128, 639] instead of [128, 640]" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_names_of_targets_are_of_network_and_processor() -> None:
    assert target_of("kws", "m4") in TARGETS
    assert target_of("kws", "m4", balanced=True) in TARGETS
    assert len(TARGETS) == len(NETWORKS) * (len(CORES) + len(BALANCED))


def test_a_recorded_balanced_target_has_a_row_and_a_bar(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "configs/baselines", tmp_path / "configs/baselines")
    targets = (path.relative_to(ROOT) for path in (ROOT / "configs").glob("*.toml"))
    for name in ("runtime", "toolchains", "configs/models", *targets):
        (tmp_path / name).symlink_to(ROOT / name)
    for network in NETWORKS:
        baseline = tmp_path / "configs/baselines" / f"{target_of(network, 'm4')}.json"
        shutil.copy(baseline, baseline.with_name(f"{network}-m4-balanced.json"))
    compared = gallery_page.gallery(tmp_path, partial(record, tmp_path))
    for network, each in NETWORKS.items():
        rows = gallery_page.rows(compared, network)
        assert [row[1] for row in rows if row[0] == "Cortex-M4"] == [
            "Kerf",
            "Kerf, balanced",
            "TFLM",
        ]
        assert list(gallery_page.panels(compared, "m4")["RAM, B"][each.title]) == [
            *gallery_page.sides(compared, "m4")
        ]
    estimated = [row[0] for row in gallery_page.published_latencies(compared)]
    assert estimated[:3] == ["Kerf, estimated", "Kerf, balanced, estimated", "Kerf, estimated"]
