// What may be used of a machine, and how a run divides it.

import Testing

@testable import Collage

@Suite struct MachineTests {
    private func machine(_ files: [String: String] = [:], _ environment: [String: String] = [:]) -> Machine {
        Machine(
            affinity: 8, physicalMemory: 16 << 30, environment: { environment[$0] }, readFile: { files[$0] })
    }

    @Test func withoutLimitsAllMayBeUsed() {
        #expect(machine().cores == 8)
        #expect(machine().memory == 16 << 30)
    }

    @Test func theTightestControlGroupCounts() {
        let machine = machine([
            "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
            "/sys/fs/cgroup/a/cpu.max": "250000 100000\n", "/sys/fs/cgroup/a/b/memory.max": "max\n",
            "/sys/fs/cgroup/a/memory.max": "1073741824\n",
        ])
        #expect(machine.cores == 2)
        #expect(machine.memory == 1 << 30)
    }

    @Test func versionOneOfControlGroupsCountsToo() {
        let machine = machine([
            "/proc/self/cgroup": "4:memory:/x\n3:cpu,cpuacct:/x\n",
            "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us": "50000\n",
            "/sys/fs/cgroup/cpu/x/cpu.cfs_period_us": "100000\n",
            "/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "536870912\n",
        ])
        // Half a core is one worker.
        #expect(machine.cores == 1)
        #expect(machine.memory == 512 << 20)
    }

    @Test func slurmsShareCounts() {
        let machine = machine(
            [:], ["SLURM_CPUS_PER_TASK": "3", "SLURM_CPUS_ON_NODE": "64", "SLURM_MEM_PER_CPU": "1024"])
        #expect(machine.cores == 3)
        #expect(machine.memory == 3 << 30)
        #expect(self.machine([:], ["SLURM_MEM_PER_NODE": "2048"]).memory == 2 << 30)
    }

    @Test func numbersThatMeanNothingAreNoLimit() {
        #expect(machine([:], ["SLURM_MEM_PER_CPU": "\(Int.max)"]).memory == 16 << 30)
        #expect(machine([:], ["SLURM_MEM_PER_NODE": "0", "SLURM_CPUS_PER_TASK": "many"]).memory == 16 << 30)
    }

    @Test func aRunNeverPlansMoreThanItsMemory() throws {
        for megabytes in [256, 300, 512, 1024, 8192] {
            for jobs in [1, 2, 7, 64] {
                let plan = try #require(MemoryPlan(total: megabytes << 20, jobs: jobs))
                let sum =
                    MemoryPlan.coordinator + plan.jobs * MemoryPlan.worker + plan.canvases + plan.largePhotos
                #expect(sum <= megabytes << 20)
                #expect((1...jobs).contains(plan.jobs))
            }
        }
        #expect(MemoryPlan(total: MemoryPlan.least - 1, jobs: 1) == nil)
    }

    @Test func howACollageLooksDoesNotDependOnTheNumberOfWorkers() throws {
        let plans = try [1, 2, 24].map { try #require(MemoryPlan(total: 2 << 30, jobs: $0)) }
        #expect(Set(plans.map(\.canvases)).count == 1)
        #expect(Set(plans.map(\.largePhotos)).count == 1)
    }

    @Test func descriptorsSufficeForWhatIsOpenTogether() {
        for limit in [0, 20, 64, 256, 1024, 65536] {
            for jobs in [1, 2, 16, 200] {
                let plan = DescriptorPlan(limit: limit, jobs: jobs)
                #expect(plan.jobs >= 1 && plan.jobs <= jobs && plan.photos >= 1)
                let most = 30 + 2 * plan.jobs + 2 * plan.pages + plan.photos
                #expect(most <= max(limit, 30 + 2 + 6 + 1))
            }
        }
    }
}
