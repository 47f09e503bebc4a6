"""The networks of the gallery as programs: what runs under PyTorch and ExecuTorch.

It runs in an environment of its own (requirements-conformance.txt) and imports of Kerf only the
module that writes cases, which needs nothing else. ExecuTorch's Cortex-M exporter imports its Arm
backend, which imports tosa-tools to delegate to TOSA. None of these programs does, and what
tosa-tools requires contradicts what executorch requires: empty modules take its place.
"""

import sys
from unittest import mock

TOSA = ("tosa_serializer", "tosa", "tosa.TosaGraph")

sys.modules |= {name: mock.MagicMock() for name in TOSA if name not in sys.modules}
