// collage-bench: what the parts of collage cost, beside the least that they could, and beside other programs.
import Glibc

exit(CollageBench.tool.run())
