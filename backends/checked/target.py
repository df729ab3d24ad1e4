"""Target `checked`: the kernel as written, every access checked; derivatives as target `seq`."""

from translator.view.target import Target

TARGET = Target(("checked/view.hpp",), checked="ops::checked")
