// collage-bench: sample photos, and what collages of them cost beside other commands.
import Glibc

exit(BenchCommand.run(Array(CommandLine.arguments.dropFirst())))
