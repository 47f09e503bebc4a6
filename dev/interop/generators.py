"""Runs the generators of the `executorch` package; needs that package and nothing of Kerf.

`python -m dev.interop.generators OUT MODEL...` writes for each model, and for their union in
OUT/union, what ExecuTorch's selective build makes of them.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

PRIM_OPERATORS = 28
"""The package has no sources of the runtime: their number stands for the list that it counts."""


def write_all(folder: Path, lists: Sequence[Path], prims: Path) -> None:
    """The four files of the operator lists `lists` in `folder`."""
    from executorch.codegen.tools import (
        gen_all_oplist,
        gen_max_kernel_num,
        gen_selected_op_variants,
        gen_selected_prim_ops,
    )

    folder.mkdir(parents=True, exist_ok=True)
    names = folder / "list.txt"
    names.write_text("\n".join(map(str, lists)), encoding="utf-8")
    gen_all_oplist.main([f"--output_dir={folder}", f"--model_file_list_path=@{names}"])
    union = folder / "selected_operators.yaml"
    gen_selected_op_variants.write_selected_op_variants(str(union), str(folder))
    gen_selected_prim_ops.main([f"--op_selection_yaml_path={union}", f"--output_dir={folder}"])
    gen_max_kernel_num.gen_max_kernel_num([union], prims, folder / "selected_max_kernel_num.h")


def main(arguments: Sequence[str]) -> int:
    """The number of models that the generators could not take."""
    from executorch.codegen.tools import gen_oplist

    out, models = Path(arguments[0]), [Path(each) for each in arguments[1:]]
    out.mkdir(parents=True, exist_ok=True)
    prims = out / "prims.cpp"
    kernels = "Kernel(\n" * PRIM_OPERATORS
    prims.write_text(f"static Kernel prim_ops[] = {{\n{kernels}}};\n", encoding="utf-8")
    lists, failed = [], 0
    for model in models:
        listed = out / f"{model.stem}.yaml"
        try:
            gen_oplist.main([f"--model_file_path={model}", f"--output_path={listed}"])
            write_all(out / model.stem, [listed], prims)
            lists.append(listed)
        except Exception:
            traceback.print_exc()
            failed += 1
    write_all(out / "union", lists, prims)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
