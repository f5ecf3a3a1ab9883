// `collage doctor`: what this machine offers, and what is missing.

import CSystem
import Glibc
import Streams
import Wire

public enum Doctor {
    /// Prints what there is; status 1 where no worker can be started.
    public static func run() -> ExitStatus {
        let machine = Machine.current()
        print("collage         \(WireVersion.program)")
        print("cores           \(machine.cores)")
        print("memory          \(machine.memory >> 20) MB, of which a run takes \(machine.memory >> 22) MB")
        do {
            let description = try ask()
            print("libvips         \(description.libvips)")
            print("photos          \(description.loads.joined(separator: " "))")
            print("collages        \(description.saves.joined(separator: " "))")
            print(
                "fonts           \(description.hasFonts ? "yes" : "none: install one, fonts-dejavu-core say")"
            )
            return .success
        } catch {
            Console().error(error.message)
            return .failure
        }
    }

    private static func ask() throws(RunFault) -> WorkerDescription {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw RunFault.workerUnavailable("\(error)") }
        let pool = WorkerPool(
            settings: WorkerPool.Settings(
                executable: try WorkerExecutable.find(), jobs: 1, memoryLimit: 1 << 30, largePhotos: 0,
                solePhoto: 0,
                stall: .seconds(30)), loop: loop)
        var answer: Result<WorkerDescription, RunFault>?
        let subscription = pool.reply(to: WorkerTask(request: .describe, order: 0, cpuLimit: .seconds(30)))
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let loss) = completion {
                        let why =
                            switch loss {
                            case .lost(let fault): fault.message
                            case .unavailable(let why): why
                            }
                        answer = .failure(.workerUnavailable(why))
                    }
                    loop.stop()
                },
                receiveValue: { reply in
                    if case .description(let description) = reply { answer = .success(description) }
                })
        loop.run()
        subscription.cancel()
        pool.stop()
        guard let answer else { throw RunFault.workerUnavailable("it said nothing") }
        return try answer.get()
    }
}
