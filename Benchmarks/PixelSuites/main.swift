// collage-bench-pixels: makes sample photos, and holds the suites that need libvips.
import BenchmarkKit
import Glibc

exit(PixelBench.tool.run())
