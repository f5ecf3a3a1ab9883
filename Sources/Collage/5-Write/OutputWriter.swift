// The last stage: has a canvas encoded, and publishes it with one rename.

import CSystem
import Glibc
import Layout
import Streams
import Wire

/// Writes painted pages.
struct OutputWriter {
    struct Settings {
        var format: OutputFormat
        var quality: Int
        /// Bytes that one photo could have.
        var photoMemory: Int
        /// Whether `--output` names the very file.
        var isFileNamed: Bool
    }

    let settings: Settings
    let workers: WorkerPool
    let canvases: CanvasPool
    let temporaries: TemporaryFiles
    /// Nil for standard output.
    let journal: Journal?
    let io: IOPool

    /// Writes a page, and gives its canvas back; what can't be painted or written is passed on as such.
    func write(_ painted: Painted) -> Answer<Outcome, RunFault> {
        Answer { promise in
            switch painted {
            case .nothing(let planned): promise.fulfil(.success(Outcome(planned)))
            case .failedPage(let plan, let fault, let tiles):
                promise.fulfil(.success(.failedPage(plan, fault, tiles: tiles)))
            case .page(let page): write(page, for: promise)
            }
        }
    }

    /// Plain calls one after the other, since a stream for each would cost a small collage more than its tiles.
    private func write(_ page: PaintedPage, for promise: Promise<Outcome, RunFault>) {
        let finish = { (result: Result<Outcome, RunFault>) in
            if promise.isCancelled { return }
            if case .success = result { canvases.giveBack(page.canvas) }
            promise.fulfil(result)
        }
        guard let output = page.plan.output else {
            return writeToStandardOutput(page, for: promise, then: finish)
        }
        let missing = page.transientFaults
        switch page.plan.provenance?.predecessor {
        case .recorded(let former)? where missing > former: finish(.success(.kept(page, missing: missing)))
        case nil, PageProvenance.Predecessor.none?, .recorded?:
            write(page, to: output, for: promise, then: finish)
        case .unknown?:
            io.run { () throws(SystemError) in
                OwnOutput.Kind(of: output)
            } then: { kind in
                switch (try? kind.get()) ?? .ours {
                case .ours where missing > 0: finish(.success(.kept(page, missing: missing)))
                // Who names a file wants that file; a directory may hold somebody's pictures.
                case .somebodyElses where !settings.isFileNamed:
                    finish(outcome(of: SystemError("rename", code: EEXIST), of: page, at: output))
                case .ours, .empty, .somebodyElses: write(page, to: output, for: promise, then: finish)
                }
            }
        }
    }

    private func write(
        _ page: PaintedPage, to output: RawPath, for waiter: any Awaited,
        then: @escaping (Result<Outcome, RunFault>) -> Void
    ) {
        let number = page.plan.number
        io.run { [temporaries] () throws(SystemError) in
            try temporaries.make(for: output, number: number)
        } then: { made in
            switch made {
            case .failure(let error): then(outcome(of: error, of: page, at: output))
            // The run is being stopped: nothing comes after this.
            case .success(nil): break
            case .success(let file?):
                encode(page, to: file.descriptor, for: waiter) { encoded in
                    switch encoded {
                    case .success(let encoded) where !waiter.isCancelled:
                        publish(encoded, page, file, as: output, then: then)
                    case .success: break
                    case .failure(let fault): then(.failure(fault))
                    }
                }
            }
        }
    }

    private func publish(
        _ encoded: Encoded, _ page: PaintedPage, _ file: TemporaryFile, as output: RawPath,
        then: @escaping (Result<Outcome, RunFault>) -> Void
    ) {
        let libvips = workers.libvips ?? ""
        io.run { [temporaries, journal, settings] () throws(SystemError) -> Bool in
            guard case .bytes = encoded else {
                temporaries.discard(file)
                return false
            }
            let isIdentical: Bool
            do throws(SystemError) {
                isIdentical = try temporaries.publish(file, as: output)
            } catch {
                temporaries.discard(file)
                throw error
            }
            if let journal, let provenance = page.plan.provenance {
                let written = WrittenFile(FileIdentity(try stat(output)))
                try journal.append(
                    OutputRecord(
                        page, as: output, provenance, file: written, photoMemory: settings.photoMemory,
                        libvips: libvips))
            }
            return isIdentical
        } then: { published in
            switch (encoded, published) {
            case (.bytes(let count), .success(let isIdentical)):
                then(.success(.built(page, WrittenOutput(bytes: count, isIdentical: isIdentical))))
            case (.bytes, .failure(let error)): then(outcome(of: error, of: page, at: output))
            case (.fault(let fault), _):
                then(.success(.failedPage(page.plan, fault, tiles: page.tiles)))
            case (.error(let error), _): then(outcome(of: error, of: page, at: output))
            }
        }
    }

    /// A name that is taken is this collage's fault; all else, a full disk for one, ends the run.
    private func outcome(
        of error: SystemError, of page: PaintedPage, at output: RawPath
    ) -> Result<Outcome, RunFault> {
        switch error.code {
        case EISDIR, ENOTDIR, ENOTEMPTY, EEXIST:
            let fault = CollageFault(
                reason: .nameCollision,
                message: "\(output) is there already, and is not a collage; choose another --output")
            return .success(.failedPage(page.plan, fault, tiles: page.tiles))
        case ENAMETOOLONG:
            let fault = CollageFault(reason: .nameTooLong, message: "\(output): \(error)")
            return .success(.failedPage(page.plan, fault, tiles: page.tiles))
        default:
            return .failure(.output(output, error))
        }
    }

    /// How encoding ended.
    private enum Encoded: Sendable {
        case bytes(Int)
        /// The system would not take the bytes.
        case error(SystemError)
        case fault(CollageFault)

        init(_ reply: Reply) {
            switch reply {
            case .encoded(let count): self = .bytes(count)
            case .encodeFailed(0, let message):
                self = .fault(CollageFault(reason: .encodeFailed, message: message))
            case .encodeFailed(let code, _): self = .error(SystemError("write", code: Int32(code)))
            default: preconditionFailure("encoding was asked for, and \(reply) came")
            }
        }
    }

    /// Has the canvas encoded; tried once more where the worker is lost.
    private func encode(
        _ page: PaintedPage, to descriptor: FileDescriptor, attempt: Int = 0, for waiter: any Awaited,
        then: @escaping (Result<Encoded, RunFault>) -> Void
    ) {
        let request = EncodeRequest(
            canvas: page.canvas.reference, format: settings.format, quality: settings.quality,
            attempt: attempt)
        let task = WorkerTask(
            request: .encode(request), canvas: page.canvas, output: descriptor, order: page.plan.number,
            needsFreshWorker: attempt > 0, cpuLimit: page.canvas.cpuLimit)
        workers.ask(task, for: waiter) { reply in
            switch reply {
            case .success(let reply): then(.success(Encoded(reply)))
            case .failure where attempt == 0:
                // What the lost worker had written.
                lseek(descriptor.number, 0, SEEK_SET)
                ftruncate(descriptor.number, 0)
                encode(page, to: descriptor, attempt: 1, for: waiter, then: then)
            case .failure(.lost(let fault)):
                then(.success(.fault(CollageFault(reason: .workerLost, message: fault.message))))
            case .failure(.unavailable(let why)): then(.failure(.workerUnavailable(why)))
            }
        }
    }

    /// Encodes into memory first, so that nothing half written leaves the program.
    private func writeToStandardOutput(
        _ page: PaintedPage, for waiter: any Awaited, then: @escaping (Result<Outcome, RunFault>) -> Void
    ) {
        let number = csystem_memory_file("collage-output")
        guard number >= 0 else {
            return then(
                .failure(.output("standard output", SystemError("memfd_create", code: -number))))
        }
        let file = FileDescriptor(owning: number)
        encode(page, to: file, for: waiter) { encoded in
            switch encoded {
            case .failure(let fault): then(.failure(fault))
            case .success(.fault(let fault)):
                then(.success(.failedPage(page.plan, fault, tiles: page.tiles)))
            case .success(.error(let error)): then(.failure(.output("standard output", error)))
            case .success(.bytes(let count)):
                if waiter.isCancelled { return }
                io.run { () throws(SystemError) in
                    try StandardOutput.copy(file, count: count)
                } then: {
                    then(
                        $0.map { .built(page, WrittenOutput(bytes: count)) }
                            .mapError { .output("standard output", $0) })
                }
            }
        }
    }
}
