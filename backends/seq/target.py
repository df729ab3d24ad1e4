"""Target `seq`: loops run as their reference, and nothing but derivatives is generated, serial."""

from translator.view.target import Target

TARGET = Target()
