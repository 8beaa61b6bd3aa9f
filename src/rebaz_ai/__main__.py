"""``python -m rebaz_ai`` is the `rebaz` command."""

import sys

from rebaz_ai.cli import main

sys.exit(main())
