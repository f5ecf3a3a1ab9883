// benchmark-fixture: a tool whose benchmarks behave as its environment says, for the tests of the harness.
import Glibc

exit(Fixture.tool.run())
