"""``python -m rebaz_ai`` is the `rebaz` command."""

import sys

from rebaz_ai.entry import main

sys.exit(main())
