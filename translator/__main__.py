"""`python3 -m translator`."""

import sys

from translator.entry import main

sys.exit(main())
