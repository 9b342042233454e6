"""The contracts: each a function of a measure and the samples of its family that raises where the measure breaks it."""

from contracts.checks.names import check_documentation, check_name, check_parameters
from contracts.checks.states import check_draws, check_interval, check_order, check_splits, check_written_state
from contracts.checks.told import check_explanations
from contracts.checks.values import check_bounds, check_plain_loop, check_undefined

# what holds for one setting of a measure ...
OF_MEASURES = {
    check.__name__: check
    for check in (
        check_plain_loop, check_bounds, check_undefined, check_order, check_splits, check_draws, check_written_state,
        check_interval, check_explanations, check_name,
    )
}  # fmt: skip
# ... and what concerns all its settings together
OF_KINDS = {check.__name__: check for check in (check_parameters, check_documentation)}
