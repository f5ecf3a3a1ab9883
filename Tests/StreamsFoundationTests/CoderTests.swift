// Foundation's coders in encode and decode, both ways and with broken input.
import Foundation
import Streams
import StreamsFoundation
import Testing

private struct Photo: Codable, Equatable {
    var name: String
    var width: Int
}

@Suite struct CoderTests {
    private let photos = [Photo(name: "a", width: 1), Photo(name: "b", width: 2)]

    @Test func jsonMakesTheWayThereAndBack() {
        #expect(roundTrip(JSONEncoder(), JSONDecoder()) == photos)
    }

    @Test func propertyListsMakeTheWayThereAndBack() {
        #expect(roundTrip(PropertyListEncoder(), PropertyListDecoder()) == photos)
    }

    @Test func brokenJSONEndsTheStreamWithTheDecodersError() {
        var received: [Photo] = []
        var failed = false
        let good = Data(#"{"name":"a","width":1}"#.utf8)
        let handle = [good, Data("{".utf8), good].publisher
            .decode(type: Photo.self, decoder: JSONDecoder())
            .sink(
                receiveCompletion: { if case .failure(let error) = $0 { failed = error is DecodingError } },
                receiveValue: { received.append($0) })
        #expect(received == [photos[0]])
        #expect(failed)
        handle.cancel()
    }

    private func roundTrip<E: TopLevelEncoder, D: TopLevelDecoder>(_ encoder: E, _ decoder: D) -> [Photo]
    where E.Output == Data, D.Input == Data {
        var received: [Photo] = []
        photos.publisher
            .encode(encoder: encoder)
            .decode(type: Photo.self, decoder: decoder)
            .sink(receiveCompletion: { _ in }, receiveValue: { received.append($0) })
            .cancel()
        return received
    }
}
