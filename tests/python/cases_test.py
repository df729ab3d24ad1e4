"""What goes wrong elsewhere between Python and a simulation: one test for each."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from types import ModuleType

import numpy as np
import pytest
from tests.python.modules import MODULES, ROOT, module

import opsgrad

RANDOM = np.random.default_rng(11)
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), str(MODULES)])}


def script(text: str, **more: str) -> subprocess.CompletedProcess[str]:
    module("habits")
    return subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=120, env={**ENV, **more})


def test_derivatives_do_not_run_the_program_again(habits: ModuleType) -> None:
    """It counts its runs: one, however many derivatives follow."""
    _, run = habits.Model(loops=3).forward(a=RANDOM.random((6, 8)))
    slot = run._slot
    began = slot.c.evaluate
    slot.c.run = lambda *_: pytest.fail("ran again")
    try:
        run.vjp(energy=1.0)
        run.vjp(energy=1.0)
    finally:
        slot.c.evaluate = began


def test_a_second_backward_gives_the_same_bits_and_leaves_what_callers_have(burgers: ModuleType) -> None:
    start, seen, weight = RANDOM.random((3, 32))
    _, run = burgers.Model().forward(start, seen)
    kept = weight.copy()
    first = run.vjp(end=weight)
    bits = first.start.copy()
    first.start[:] = np.nan  # the caller's own
    second = run.vjp(end=weight)
    assert np.array_equal(second.start, bits) and np.isnan(first.start).all() and np.array_equal(weight, kept)


def test_two_forwards_before_either_backward(burgers: ModuleType) -> None:
    (one, two), seen = RANDOM.random((2, 32)), RANDOM.random(32)
    model = burgers.Model()
    outputs_one, run_one = model.forward(one, seen)
    _, run_two = model.forward(two, seen)
    kept = outputs_one.end.copy()
    gradients = run_one.vjp(misfit=1.0).start, run_two.vjp(misfit=1.0).start
    for start, gradient in zip((one, two), gradients):
        assert np.array_equal(gradient, model.value_and_grad(start, seen)[1].start)
    assert np.array_equal(outputs_one.end, kept)


def test_arrays_outlive_runs_models_and_later_runs(burgers: ModuleType) -> None:
    start, seen = RANDOM.random((2, 32))
    model = burgers.Model()
    outputs, run = model.forward(start, seen)
    end, gradient = outputs.end, run.vjp(misfit=1.0).start
    bits = end.copy(), gradient.copy()
    del outputs, run
    for _ in range(3):
        model.value_and_grad(RANDOM.random(32), seen)
        model.value(RANDOM.random(32), seen)
    del model
    gc.collect()
    burgers.Model().value_and_grad(RANDOM.random(32), seen)
    assert np.array_equal(end, bits[0]) and np.array_equal(gradient, bits[1])


def test_one_copy_of_an_input_and_none_of_an_output(heat: ModuleType) -> None:
    model = heat.Model(shape=(16, 24))
    start = RANDOM.random((16, 24))
    outputs, run = model.forward(start, 0.1)
    gradient = run.vjp(energy=1.0)
    assert not outputs.u.flags.owndata and not gradient.start.flags.owndata
    assert outputs.u.strides[0] > 24 * 8  # rows of the program, with their halos
    again = run._slot.outputs()[0]
    assert again.__array_interface__["data"][0] == outputs.u.__array_interface__["data"][0]  # its own memory
    del run
    assert model.copies == (1, 0, 0)


def test_changing_an_input_later_changes_nothing(burgers: ModuleType) -> None:
    start, seen = RANDOM.random((2, 32))
    model = burgers.Model()
    expected = model.value_and_grad(start, seen)[1].start.copy()
    _, run = model.forward(start, seen)
    start[:] = 7.0
    assert np.array_equal(run.vjp(misfit=1.0).start, expected)


def test_outputs_cannot_be_written(burgers: ModuleType) -> None:
    outputs, _ = burgers.Model().forward(RANDOM.random(32))
    with pytest.raises(ValueError, match="read-only"):
        outputs.end[0] = 1.0


@pytest.mark.parametrize("given", ["strided", "reversed", "fortran", "transposed", "read-only", "broadcast", "list", "unaligned"])
def test_inputs_however_they_lie(heat: ModuleType, given: str) -> None:
    base = RANDOM.random((16, 24))
    model = heat.Model(shape=(16, 24))
    expected = model.value_and_grad(base, 0.1)
    if given == "strided":
        wide = np.zeros((32, 72))
        wide[::2, ::3] = base
        array = wide[::2, ::3]
    elif given == "reversed":
        array = base[::-1, ::-1].copy()[::-1, ::-1]
    elif given == "fortran":
        array = np.asfortranarray(base)
    elif given == "transposed":
        array = base.T.copy().T
    elif given == "read-only":
        array = base.copy()
        array.flags.writeable = False
    elif given == "broadcast":
        array = np.broadcast_to(base[:1], base.shape)
        expected = model.value_and_grad(array.copy(), 0.1)
    elif given == "unaligned":
        raw = np.zeros(base.nbytes + 1, np.uint8)
        array = raw[1:].view(np.float64).reshape(base.shape)
        array[:] = base
    else:
        array = base.tolist()
    value, gradient = model.value_and_grad(array, 0.1)
    assert value == expected[0] and np.array_equal(gradient.start, expected[1].start)


def test_large_inputs_that_are_not_contiguous_come_in_pieces(heat: ModuleType) -> None:
    base = np.asfortranarray(RANDOM.random((700, 300)))
    model = heat.Model(shape=(700, 300), steps=0)
    assert np.array_equal(model.forward(base)[0].u, base)


def test_an_array_whose_owner_has_gone(burgers: ModuleType) -> None:
    def made() -> np.ndarray:
        return np.arange(64, dtype=float).reshape(2, 32)[1] / 64
    value = burgers.Model().value(made(), made())
    gc.collect()
    assert value == burgers.Model().value(np.arange(32, 64) / 64, np.arange(32, 64) / 64)


@pytest.mark.parametrize(("given", "kind", "text"), [
    (np.zeros((1, 32)), ValueError, r"input 'start': got shape \(1, 32\), but the model needs shape \(32,\)"),
    (np.zeros((0, 32)), ValueError, r"got shape \(0, 32\)"),
    (np.zeros(31), ValueError, r"got shape \(31,\)"),
    (1.0, ValueError, r"got shape \(\)"),
    (np.zeros(32, np.float32), TypeError, "got an array of type float32, but the model needs float64"),
    (np.zeros(32, ">f8"), TypeError, "got an array of type (>f8|float64)"),
    (np.zeros(32, complex), TypeError, "got an array of type complex128"),
    ("text", TypeError, "input 'start'"),
    (object(), TypeError, "input 'start'"),
    (np.ma.masked_array(np.zeros(32)), TypeError, "got a masked array"),
])
def test_what_does_not_fit_is_refused_not_broadcast(burgers: ModuleType, given: object, kind: type[Exception], text: str) -> None:
    model = burgers.Model()
    with pytest.raises(kind, match=text):
        model.value(start=given)
    model.value(start=np.zeros(32))


def test_wrong_names_are_told_with_the_right_ones(burgers: ModuleType) -> None:
    model = burgers.Model()
    with pytest.raises(TypeError, match="the model has no input named 'begin'; available: start, seen, viscosity"):
        model.value(begin=1)
    with pytest.raises(TypeError, match="input 'start' was given twice"):
        model.value(np.zeros(32), start=np.zeros(32))
    with pytest.raises(TypeError, match="4 values were given, but the call takes at most 3: one for each input"):
        model.value(1, 2, 3, 4)
    _, run = model.forward(np.zeros(32))
    with pytest.raises(TypeError, match="the model has no output named 'x'; available: end, misfit"):
        run.vjp(x=1.0)
    with pytest.raises(ValueError, match="no cotangent of output was given"):
        run.vjp()
    with pytest.raises(opsgrad.Error, match="there is no option 'step'; available: 'steps'"):
        burgers.Model(step=3)
    with pytest.raises(opsgrad.Error, match=r"'steps': this option is of type int, but its value is '3\.5'"):
        burgers.Model(steps=3.5)
    with pytest.raises(opsgrad.Error, match="the requested shape has 2 axes, but the model has 1 axes"):
        burgers.Model(shape=(3, 3))


def test_a_run_that_fails_and_then_good_runs() -> None:
    habits = module("habits")
    a = RANDOM.random((6, 8))
    failing, good = habits.Model(fails=True), habits.Model()
    expected = good.value_and_grad(a=a)
    for call in (failing.value, failing.value_and_grad, failing.forward):
        with pytest.raises(opsgrad.Error, match="it was told to fail"):
            call(a=a)
    value, gradient = good.value_and_grad(a=a)
    assert value == expected[0] and np.array_equal(gradient.a, expected[1].a)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C may be switched off where the tests were started."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_a_run_within_a_second_and_the_model_goes_on() -> None:
    habits = module("habits")
    model = habits.Model(shape=(300, 300), loops=200_000)
    a = RANDOM.random((300, 300))
    threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        model.value(a=a)
    assert time.perf_counter() - began < 10
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert habits.Model(shape=(300, 300)).value(a=a) > 0


@pytest.mark.usefixtures("interruptible")
def test_any_exception_of_a_signal_handler_ends_a_run_and_comes_out() -> None:
    class Late(Exception):
        pass

    def late(*_: object) -> None:
        raise Late
    model = module("habits").Model(shape=(300, 300), loops=200_000)
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(Late):
            model.value(a=RANDOM.random((300, 300)))
    finally:
        signal.signal(signal.SIGALRM, before)
    _, run = module("habits").Model(shape=(300, 300), loops=20_000).forward(a=RANDOM.random((300, 300)))
    first = run.vjp(energy=1.0).a
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            run.vjp(energy=1.0)
    try:
        again = run.vjp(energy=1.0).a  # it was between two calls
    except opsgrad.Error as problem:
        assert "call forward again" in str(problem)
    else:
        assert np.array_equal(again, first)


def test_the_process_ends_while_a_thread_is_in_a_run() -> None:
    said = script("""
        import threading, time
        import numpy as np
        import habits
        model = habits.Model(shape=(300, 300), loops=200_000, threads=1)
        threading.Thread(target=lambda: model.value(a=np.ones((300, 300))), daemon=True).start()
        time.sleep(0.5)
        print("end")
    """)
    assert (said.returncode, said.stdout) == (0, "end\n"), said.stderr


def test_other_threads_work_meanwhile() -> None:
    """The interpreter is free while loops run."""
    model = module("habits").Model(shape=(300, 300), loops=3000, threads=1)
    counted, done = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(1e-4)
    counter = threading.Thread(target=count)
    counter.start()
    model.value(a=RANDOM.random((300, 300)))
    done.set()
    counter.join()
    assert counted > 20


def test_several_threads_and_models(burgers: ModuleType) -> None:
    starts, seen = RANDOM.random((8, 32)), RANDOM.random(32)
    shared = burgers.Model(threads=1)
    expected = [shared.value_and_grad(start, seen)[1].start.copy() for start in starts]
    wrong: list[str] = []

    def work(k: int) -> None:
        model = shared if k % 2 else burgers.Model(threads=2)
        for _ in range(20):
            _, run = model.forward(starts[k], seen)
            if not np.array_equal(run.vjp(misfit=1.0).start, expected[k]):
                wrong.append(f"thread {k}")
    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_threads_stay_as_asked() -> None:
    model = module("habits").Model(threads=3, shape=(400, 400))
    a = RANDOM.random((400, 400))
    before = len(os.listdir("/proc/self/task"))
    model.value(a=a)
    assert len(os.listdir("/proc/self/task")) - before <= 2


def test_a_fork_is_an_error_and_spawn_works(burgers: ModuleType) -> None:
    said = script("""
        import os, sys
        import numpy as np
        import burgers, opsgrad
        model = burgers.Model(threads=2)
        model.value(np.ones(32))
        child = os.fork()
        if child == 0:
            try:
                model.value(np.ones(32))
            except opsgrad.Error as problem:
                print(problem, flush=True)
            print(burgers.Model().value(np.ones(32)) if False else "child ends", flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        print(model.value(np.ones(32)) > 0)
    """)
    assert said.stdout.splitlines()[0].startswith("this model was created before the process was forked"), said.stdout + said.stderr
    assert said.stdout.splitlines()[1:] == ["child ends", "True"], said.stdout + said.stderr
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert len(set(pool.map(_value, [0.5, 0.5]))) == 1


def _value(x: float) -> float:
    return float(module("burgers").Model().value(np.full(32, x)))


def test_outputs_and_gradients_can_be_pickled(burgers: ModuleType) -> None:
    """Where the other process has no such program."""
    model = burgers.Model()
    outputs, run = model.forward(np.linspace(0, 1, 32))
    said = subprocess.run([sys.executable, "-c", "import pickle, sys; o, g = pickle.load(sys.stdin.buffer); print(o.misfit, g.start.sum())"],
                          input=pickle.dumps((outputs, run.vjp(misfit=1.0))), capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    assert said.stdout.decode() == f"{outputs.misfit} {run.vjp(misfit=1.0).start.sum()}\n", said.stderr.decode()


def test_pickling_is_refused_with_a_reason(burgers: ModuleType) -> None:
    model = burgers.Model()
    _, run = model.forward(np.zeros(32))
    for thing in (model, run):
        with pytest.raises(TypeError, match="cannot be pickled, because it refers to the memory of a program in this process"):
            pickle.dumps(thing)
        with pytest.raises(TypeError, match="cannot be pickled"):
            copy.deepcopy(thing)


@pytest.mark.parametrize("order", ["import numpy, burgers", "import burgers, numpy"])
def test_the_interpreter_ends_with_living_models(order: str) -> None:
    said = script(f"""
        {order}
        import numpy as np
        model = burgers.Model(threads=2)
        outputs, run = model.forward(np.ones(32))
        gradient = run.vjp(misfit=1.0)
        cycle = [model, outputs, run, gradient]
        cycle.append(cycle)
        print("end")
    """)
    assert (said.returncode, said.stdout, said.stderr) == (0, "end\n", "")


def test_memory_does_not_grow(burgers: ModuleType) -> None:
    def resident() -> int:
        return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    model = burgers.Model(shape=(20000,))
    start = RANDOM.random(20000)
    for _ in range(30):
        model.value_and_grad(start)
    before = resident()
    for _ in range(100):
        model.value_and_grad(start)
        model.forward(start)
        burgers.Model(shape=(20000,)).value(start)
    assert resident() - before < 30e6


def test_notices_of_the_runtime_are_warnings(burgers: ModuleType) -> None:
    with pytest.warns(opsgrad.Notice, match="OPS: unknown option 'OPS_NONSENSE'"):
        burgers.Model(runtime=["-OPS_NONSENSE=1"])
    with pytest.raises(opsgrad.Error, match="OPS_TILING"):
        burgers.Model(runtime=["-OPS_TILING=perhaps"])


@pytest.mark.parametrize("memory", ["100kB", "10MB"])
def test_less_memory_gives_the_same_bits(heat: ModuleType, memory: str) -> None:
    start = RANDOM.random((16, 16))
    expected = heat.Model(shape=(16, 16), steps=60).value_and_grad(start, 0.1)
    value, gradient = heat.Model(shape=(16, 16), steps=60, memory=memory).value_and_grad(start, 0.1)
    assert value == expected[0] and np.array_equal(gradient.start, expected[1].start) and gradient.k == expected[1].k
    model = heat.Model(shape=(16, 16), steps=60, memory=memory)
    outputs, run = model.forward(start, 0.1)
    end = outputs.u.copy()
    for _ in range(2):
        assert np.array_equal(run.vjp(energy=1.0).start, expected[1].start)
        assert np.array_equal(outputs.u, end)
