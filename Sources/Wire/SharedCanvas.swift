// The memory of a canvas, shared by coordinator and workers.

import CSystem
import Glibc
import Layout

/// A canvas' memory as its owner holds it: a sealed memfd that the owner itself never maps.
public final class CanvasMemory: Sendable {
    public let descriptor: FileDescriptor
    public let capacity: Int

    /// Allocates memory for a canvas, all of it at once, so that a lack of it shows here.
    ///
    /// - Throws: `SystemError`, ENOMEM or ENOSPC where there is not enough.
    public init(capacity: Int) throws(SystemError) {
        let number = csystem_sealed_memory("collage-canvas", capacity)
        guard number >= 0 else { throw SystemError("memfd_create", code: -number) }
        descriptor = FileDescriptor(owning: number)
        self.capacity = capacity
    }
}

/// A canvas as a worker paints on it: rows of 3 bytes a pixel, without padding.
public final class MappedCanvas {
    public let pixels: UnsafeMutableRawPointer
    public let capacity: Int

    /// Maps a canvas (`mmap(2)`); the descriptor may be closed afterwards.
    public init(descriptor: FileDescriptor, capacity: Int) throws(SystemError) {
        let address = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
        guard let address, address != MAP_FAILED else { throw SystemError("mmap") }
        pixels = address
        self.capacity = capacity
    }

    deinit { munmap(pixels, capacity) }
}

/// The layout of pixels in memory; 8-bit sRGB is what there is.
public enum CanvasPixel {
    /// Bytes of one pixel: red, green, blue.
    public static let bytes = 3

    /// Bytes of a canvas of that size.
    public static func bytes(of size: PixelSize) -> Int { size.area * bytes }
}
