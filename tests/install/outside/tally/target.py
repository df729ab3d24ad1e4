"""Target `tally`, which no part of the product knows: loops in serial order, each call counted."""

from translator.view.target import Target

TARGET = Target(primal=True)
