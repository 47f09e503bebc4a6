"""Effects: configs, toolchains, expansion, compiling, running, size; `python -m tasks.<verb>`."""

import gc
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - every task and the noxfile come by here first
    print(
        "error: Kerf needs Python 3.11 or later; this is {}.{} ({}). Install one, then nox into "
        "it: python3.11 -m pip install nox".format(*sys.version_info[:2], sys.executable),
        file=sys.stderr,
    )
    sys.exit(2)

# Most objects live as long as the task: looking for garbage so often is a tenth of its time.
gc.set_threshold(100_000)
