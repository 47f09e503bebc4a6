"""What is counted of a program's outputs."""

from __future__ import annotations

import numpy as np
import pytest

from codegen.errors import VerifyError
from tasks.accuracy.measure import accuracy, document

REFERENCE = np.array([[1.0, 2.0], [4.0, 3.0], [5.0, 6.0], [0.0, 7.0]], dtype=np.float32)
LABELS = np.array([1, 0, 1, 0])


def test_classes_are_compared_with_labels_and_reference() -> None:
    given = REFERENCE.copy()
    given[0] = [2.5, 2.0]
    found = accuracy([given], [REFERENCE], LABELS, [0.5])
    assert (found.samples, found.top_1, found.reference_top_1) == (4, 0.5, 0.75)
    assert found.agreement == 0.75


def test_the_worst_element_is_named_in_steps() -> None:
    given = REFERENCE.copy()
    given[2, 1] += 1.0
    given[1, 0] -= 0.5
    (found,) = accuracy([given], [REFERENCE], None, [0.5]).outputs
    assert (found.largest_difference, found.steps(found.largest_difference)) == (1.0, 2.0)
    assert (found.worst.sample, found.worst.element) == (2, 1)
    assert (found.worst.expected, found.worst.actual) == (6.0, 7.0)
    assert (found.equal, found.within_one_step) == (0.75, 0.875)
    assert found.mean_difference == 1.5 / 8


def test_the_last_digits_of_float_make_no_difference() -> None:
    (found,) = accuracy([np.nextafter(REFERENCE, 9)], [REFERENCE], None, [None]).outputs
    assert found.equal == 1.0
    assert found.within_one_step is None


def test_numbers_that_are_not_finite_are_equal_to_themselves_only() -> None:
    wanted = np.array([[np.nan, np.inf, 1.0]])
    (same,) = accuracy([wanted], [wanted], None, [1.0]).outputs
    assert (same.largest_difference, same.equal) == (0.0, 1.0)
    (other,) = accuracy([np.ones((1, 3))], [wanted], None, [1.0]).outputs
    assert other.largest_difference == np.inf
    assert other.equal == pytest.approx(1 / 3)


def test_without_reference_there_is_top_1_alone() -> None:
    found = accuracy([REFERENCE], None, LABELS, [0.5])
    assert (found.top_1, found.agreement, found.outputs) == (0.75, None, ())
    assert document(found)["outputs"] == []


def test_labels_without_a_class_are_refused() -> None:
    with pytest.raises(VerifyError, match=r"labels from 0 to 2, the first output 2 element"):
        accuracy([REFERENCE], None, np.array([0, 1, 2, 0]), [None])


def test_outputs_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(VerifyError, match=r"the reference has 2 elements a sample, output 0 has 1"):
        accuracy([REFERENCE[:, :1]], [REFERENCE], None, [None])
    with pytest.raises(VerifyError, match=r"output 1 has no element"):
        accuracy([REFERENCE, REFERENCE[:, :0]], None, None, [None, None])
