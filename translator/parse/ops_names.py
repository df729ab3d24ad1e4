"""Names of OPS functions by what they mean to the translator, and code that mentions loops.  Knows names; knows no program."""

from __future__ import annotations

from collections.abc import Iterator

from translator.parse.libclang import Cursor, CursorKind

SCALAR_LOOP = "ops_scalar_loop"
LOOP_CALLS = ("ops_par_loop", "ops_par_loop_passive", SCALAR_LOOP)
CONSTANT_CALLS = ("ops_decl_const", "ops_update_const", "decl_const", "update_const")
DERIVATIVE_CALLS = frozenset({
    "ops_interpret_adjoints", "ops_decl_scalar", "decl_scalar", "ops_decl_scalar_passive", "decl_scalar_passive",
    "ops_arg_scalar", "ops_scalar_get_derivative",
    "ops_dat_derivative_get_raw_pointer", "ops_dat_release_raw_derivative", "ops_dat_fetch_derivative",
    "ops_dat_set_derivative", "ops_dat_store_derivative", "ops_scalar_fetch_derivative", "ops_write_npy_derivative",
    "ops_get_derivative_as_ops_dat", "ops_reduction_get_derivative",
    "derivative_get_raw_pointer", "release_raw_derivative", "fetch_derivative", "set_derivative", "store_derivative",
    "get_derivative_as_ops_dat", "get_derivative", "ops_get_derivative", "ops_put_derivative", "ops_create_tape",
    "interpret_adjoints", "interpret_adjoint", "zero_adjoints", "zero_adjoints_except", "ops_remove_tape",
    "ops_execute_external_function", "ops_execute_external_function_recomp", "ops_tangent", "ops_hessian_vector",
    "ops_dat_get_raw_ptr_as_input",
})
SECOND_DERIVATIVE_CALLS = ("ops_hessian_vector", "ops_ad_model")  # the second one is in OPS_MODEL: callers of a model may ask for them
PLAIN_CALLS = ("ops_decl_stencil", "decl_stencil", "ops_decl_stencil_hdf5")
STRIDED_CALLS = {  # stencils with steps of their own, and of which kind they are
    "ops_decl_strided_stencil": "normal", "decl_strided_stencil": "normal", "ops_decl_strided_stencil_hdf5": "normal",
    "ops_decl_restrict_stencil": "restrict", "decl_restrict_stencil": "restrict",
    "ops_decl_prolong_stencil": "prolong", "decl_prolong_stencil": "prolong",
}


def mentions_loop(template: Cursor) -> bool:
    """Whether a template contains an ops_par_loop."""
    return any(token in LOOP_CALLS for token in _names(template))


def _names(cursor: Cursor) -> Iterator[str]:
    for c in cursor.walk_preorder():
        if c.kind in (CursorKind.OVERLOADED_DECL_REF, CursorKind.DECL_REF_EXPR, CursorKind.CALL_EXPR):
            yield c.spelling

