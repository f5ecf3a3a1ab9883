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
    func write(_ painted: Painted) -> AnyPublisher<Outcome, RunFault> {
        switch painted {
        case .nothing(let planned):
            return just(Outcome(planned))
        case .failedPage(let plan, let fault, let tiles):
            return just(.failedPage(plan, fault, tiles: tiles))
        case .page(let page):
            let writing = page.plan.output.map { replace($0, with: page) } ?? writeToStandardOutput(page)
            return
                writing
                .handleEvents(receiveOutput: { _ in canvases.giveBack(page.canvas) })
                .eraseToAnyPublisher()
        }
    }

    private func just(_ outcome: Outcome) -> AnyPublisher<Outcome, RunFault> {
        Just(outcome).setFailureType(to: RunFault.self).eraseToAnyPublisher()
    }

    /// Writes the page, unless the output that is there shows more of its photos.
    private func replace(_ output: RawPath, with page: PaintedPage) -> AnyPublisher<Outcome, RunFault> {
        let missing = page.transientFaults
        switch page.plan.provenance?.predecessor {
        case nil, PageProvenance.Predecessor.none?: return write(page, to: output)
        case .recorded(let former)?:
            return missing > former ? just(.kept(page, missing: missing)) : write(page, to: output)
        case .unknown?:
            return io.run { () throws(SystemError) in OwnOutput.isOurs(output) }
                .setFailureType(to: RunFault.self)
                .flatMap { [settings] isOurs -> AnyPublisher<Outcome, RunFault> in
                    switch (try? isOurs.get()) ?? true {
                    case true where missing > 0: just(.kept(page, missing: missing))
                    // Who names a file wants that file; a directory may hold somebody's pictures.
                    case false where !settings.isFileNamed:
                        failure(SystemError("rename", code: EEXIST), of: page, at: output)
                    default: write(page, to: output)
                    }
                }
                .eraseToAnyPublisher()
        }
    }

    private func write(_ page: PaintedPage, to output: RawPath) -> AnyPublisher<Outcome, RunFault> {
        let number = page.plan.number
        return io.run { [temporaries] () throws(SystemError) in
            try temporaries.make(for: output, number: number)
        }
        .setFailureType(to: RunFault.self)
        .flatMap { made -> AnyPublisher<Outcome, RunFault> in
            switch made {
            case .failure(let error): return failure(error, of: page, at: output)
            // The run is being stopped: nothing comes after this.
            case .success(nil): return Empty(completeImmediately: false).eraseToAnyPublisher()
            case .success(let file?):
                return encode(page, to: file.descriptor)
                    .flatMap { encoded in publish(encoded, page, file, as: output) }
                    .eraseToAnyPublisher()
            }
        }
        .eraseToAnyPublisher()
    }

    private func publish(
        _ encoded: Encoded, _ page: PaintedPage, _ file: TemporaryFile, as output: RawPath
    ) -> AnyPublisher<Outcome, RunFault> {
        let libvips = workers.libvips ?? ""
        return io.run { [temporaries, journal, settings] () throws(SystemError) -> Bool in
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
        }
        .setFailureType(to: RunFault.self)
        .flatMap { published -> AnyPublisher<Outcome, RunFault> in
            switch (encoded, published) {
            case (.bytes(let count), .success(let isIdentical)):
                just(.built(page, WrittenOutput(bytes: count, isIdentical: isIdentical)))
            case (.bytes, .failure(let error)): failure(error, of: page, at: output)
            case (.fault(let fault), _): just(.failedPage(page.plan, fault, tiles: page.tiles))
            case (.error(let error), _): failure(error, of: page, at: output)
            }
        }
        .eraseToAnyPublisher()
    }

    /// A name that is taken is this collage's fault; all else, a full disk for one, ends the run.
    private func failure(
        _ error: SystemError, of page: PaintedPage, at output: RawPath
    ) -> AnyPublisher<Outcome, RunFault> {
        switch error.code {
        case EISDIR, ENOTDIR, ENOTEMPTY, EEXIST:
            let fault = CollageFault(
                reason: .nameCollision,
                message: "\(output) is there already, and is not a collage; choose another --output")
            return just(.failedPage(page.plan, fault, tiles: page.tiles))
        case ENAMETOOLONG:
            let fault = CollageFault(reason: .nameTooLong, message: "\(output): \(error)")
            return just(.failedPage(page.plan, fault, tiles: page.tiles))
        default:
            return Fail(error: .output(output, error)).eraseToAnyPublisher()
        }
    }

    /// How encoding ended.
    private enum Encoded: Sendable {
        case bytes(Int)
        /// The system would not take the bytes.
        case error(SystemError)
        case fault(CollageFault)
    }

    /// Has the canvas encoded; tried once more where the worker is lost.
    private func encode(_ page: PaintedPage, to descriptor: FileDescriptor) -> AnyPublisher<Encoded, RunFault>
    {
        var attempt = 0
        return Deferred {
            defer { attempt += 1 }
            // What the attempt before had written.
            lseek(descriptor.number, 0, SEEK_SET)
            ftruncate(descriptor.number, 0)
            let request = EncodeRequest(
                canvas: page.canvas.reference, format: settings.format, quality: settings.quality,
                attempt: attempt)
            return workers.reply(
                to: WorkerTask(
                    request: .encode(request), canvas: page.canvas, output: descriptor,
                    order: page.plan.number, needsFreshWorker: attempt > 0,
                    cpuLimit: page.canvas.cpuLimit))
        }
        .retry(1)
        .map { reply -> Encoded in
            switch reply {
            case .encoded(let count): .bytes(count)
            case .encodeFailed(0, let message):
                .fault(CollageFault(reason: .encodeFailed, message: message))
            case .encodeFailed(let code, _): .error(SystemError("write", code: Int32(code)))
            default: preconditionFailure("encoding was asked for, and \(reply) came")
            }
        }
        .catch { loss -> AnyPublisher<Encoded, RunFault> in
            switch loss {
            case .lost(let fault):
                Just(.fault(CollageFault(reason: .workerLost, message: fault.message)))
                    .setFailureType(to: RunFault.self).eraseToAnyPublisher()
            case .unavailable(let why): Fail(error: .workerUnavailable(why)).eraseToAnyPublisher()
            }
        }
        .eraseToAnyPublisher()
    }

    /// Encodes into memory first, so that nothing half written leaves the program.
    private func writeToStandardOutput(_ page: PaintedPage) -> AnyPublisher<Outcome, RunFault> {
        let number = csystem_memory_file("collage-output")
        guard number >= 0 else {
            return Fail(error: .output("standard output", SystemError("memfd_create", code: -number)))
                .eraseToAnyPublisher()
        }
        let file = FileDescriptor(owning: number)
        return encode(page, to: file)
            .flatMap { encoded -> AnyPublisher<Outcome, RunFault> in
                switch encoded {
                case .fault(let fault): return just(.failedPage(page.plan, fault, tiles: page.tiles))
                case .error(let error):
                    return Fail(error: .output("standard output", error)).eraseToAnyPublisher()
                case .bytes(let count):
                    return io.run { () throws(SystemError) in try StandardOutput.copy(file, count: count) }
                        .setFailureType(to: RunFault.self)
                        .flatMap { copied -> AnyPublisher<Outcome, RunFault> in
                            switch copied {
                            case .success: just(.built(page, WrittenOutput(bytes: count)))
                            case .failure(let error):
                                Fail(error: .output("standard output", error)).eraseToAnyPublisher()
                            }
                        }
                        .eraseToAnyPublisher()
                }
            }
            .eraseToAnyPublisher()
    }
}
