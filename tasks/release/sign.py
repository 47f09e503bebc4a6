"""Signs releases that exist: `python -m tasks.release.sign BUNDLE... --key FILE`.

The key may be a pipe, so that it is in no file. CI signs in a job of its own, which builds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tasks import cli
from tasks.release.signing import read_private_key, sign
from tasks.verify import check_bundle


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("sign", __doc__)
    parser.add_argument("bundle", type=Path, nargs="+", help="the folder of a release")
    parser.add_argument("--key", type=Path, required=True, help="an ed25519 key (PEM)")
    options = parser.parse_args(arguments)
    key = read_private_key(options.key)
    for bundle in options.bundle:
        check_bundle(bundle, None)  # what is signed is what was made
        print(f"signature   {bundle.name}: by the key {sign(bundle, key)[:12]}")
    return 0


if __name__ == "__main__":
    cli.run(main)
