// Filling with one colour.

import Glibc
import Layout
import Wire

/// Paints plain rectangles.
public enum SolidFill {
    /// Fills rows of 3-byte pixels without padding.
    public static func fill(_ pixels: UnsafeMutableRawPointer, size: PixelSize, with colour: RGBColour) {
        fill(pixels, rect: PixelRect(size), bytesPerRow: size.width * CanvasPixel.bytes, with: colour)
    }

    /// Fills a rectangle of an image of 3-byte pixels; the first row is made, the others are copies of it.
    public static func fill(
        _ pixels: UnsafeMutableRawPointer, rect: PixelRect, bytesPerRow: Int, with colour: RGBColour
    ) {
        let first = pixels + rect.y * bytesPerRow + rect.x * CanvasPixel.bytes
        for x in 0..<rect.width {
            first.storeBytes(of: colour.red, toByteOffset: x * 3, as: UInt8.self)
            first.storeBytes(of: colour.green, toByteOffset: x * 3 + 1, as: UInt8.self)
            first.storeBytes(of: colour.blue, toByteOffset: x * 3 + 2, as: UInt8.self)
        }
        for y in 1..<max(1, rect.height) {
            memcpy(first + y * bytesPerRow, first, rect.width * CanvasPixel.bytes)
        }
    }
}
