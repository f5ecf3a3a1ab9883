// When a photo was taken, as well as can be told: from EXIF, from its name, from the file.

import Wire

/// A moment in nanoseconds since 1970, by the camera's clock.
///
/// Cameras mostly write local time without an offset: such a time counts as if it were UTC, so that the order
/// does not depend on the machine's time zone.
struct CaptureDate: Hashable, Comparable, Sendable {
    var nanoseconds: Int

    static func < (left: CaptureDate, right: CaptureDate) -> Bool { left.nanoseconds < right.nanoseconds }

    /// From EXIF's DateTimeOriginal, SubSecTimeOriginal and OffsetTimeOriginal (Exif 2.31, 4.6.6); nil where
    /// the date is not one, `0000:00:00 00:00:00` for instance.
    init?(exif time: CaptureTime) {
        let numbers = Self.numbers(in: time.dateTime)
        guard numbers.count >= 6, let seconds = Self.seconds(numbers) else { return nil }
        let digits = (time.subSeconds ?? "").prefix { $0.isASCII && $0.isNumber }.prefix(9)
        let fraction = Int(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
        nanoseconds = Nanoseconds.since1970(
            seconds: seconds - (time.offset.flatMap(Self.offsetSeconds) ?? 0), fraction: fraction)
    }

    /// From a date in a file's name: `IMG_20240713_101112.jpg`, `2024-07-13 10.11.12.png`, `PXL_20240713…`.
    ///
    /// The day is needed; a time of day counts where it follows.
    init?(name: RawPath) {
        let digits = name.lastComponent.stem.bytes.map { (48...57).contains($0) ? Int($0) - 48 : nil }
        guard let (day, next) = digits.indices.lazy.compactMap({ Self.day(in: digits, at: $0) }).first
        else { return nil }
        let time = Self.time(in: digits, from: next) ?? [0, 0, 0]
        guard let seconds = Self.seconds(day + time) else { return nil }
        nanoseconds = Nanoseconds.since1970(seconds: seconds, fraction: 0)
    }

    /// From a file's time of change.
    init(modified: Int) {
        nanoseconds = modified
    }

    /// Eight digits in a row or 4-2-2 with single signs between, not part of a longer number.
    private static func day(in digits: [Int?], at start: Int) -> (day: [Int], next: Int)? {
        guard start == 0 || digits[start - 1] == nil else { return nil }
        guard let (numbers, next) = take([4, 2, 2], from: digits, at: start) else { return nil }
        guard (1970...2199).contains(numbers[0]), seconds(numbers + [0, 0, 0]) != nil else { return nil }
        return (numbers, next)
    }

    private static func time(in digits: [Int?], from start: Int) -> [Int]? {
        // At most one sign, or " at " and the like, stands between day and time.
        for position in start...min(start + 4, digits.count) {
            if let (numbers, _) = take([2, 2, 2], from: digits, at: position),
                numbers[0] < 24, numbers[1] < 60, numbers[2] < 60
            {
                return numbers
            }
        }
        return nil
    }

    /// Numbers of fixed width one behind the other, each but the first with or without one sign before it.
    private static func take(
        _ widths: [Int], from digits: [Int?], at start: Int
    ) -> (numbers: [Int], next: Int)? {
        var position = start
        var numbers: [Int] = []
        for width in widths {
            if !numbers.isEmpty, position < digits.count, digits[position] == nil { position += 1 }
            guard position + width <= digits.count else { return nil }
            var number = 0
            for digit in digits[position..<position + width] {
                guard let digit else { return nil }
                number = number * 10 + digit
            }
            numbers.append(number)
            position += width
        }
        return (numbers, position)
    }

    private static func numbers(in text: String) -> [Int] {
        text.split { !($0.isASCII && $0.isNumber) }.compactMap { Int($0) }
    }

    private static func offsetSeconds(_ text: String) -> Int? {
        let parts = numbers(in: text)
        guard parts.count == 2, parts[0] < 24, parts[1] < 60 else { return text == "Z" ? 0 : nil }
        let seconds = parts[0] * 3600 + parts[1] * 60
        return text.hasPrefix("-") ? -seconds : seconds
    }

    /// Year, month, day, hour, minute, second of the Gregorian calendar as seconds since 1970.
    private static func seconds(_ numbers: [Int]) -> Int? {
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        // A leap second counts as the one after.
        guard numbers[3] < 24, numbers[4] < 60, numbers[5] <= 60 else { return nil }
        let before = year - 1
        let days =
            before * 365 + before / 4 - before / 100 + before / 400
            + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_162
        return days * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    }
}
