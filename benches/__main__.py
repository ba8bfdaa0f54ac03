"""``python -m benches``: run the benchmarks."""

from benches.run import main

raise SystemExit(main())
