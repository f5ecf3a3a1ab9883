// collage-instant-worker: in the place of `collage-worker`, so that what is left is the cost of the engine.
import Glibc

exit(InstantWorker.run(CommandLine.arguments))
