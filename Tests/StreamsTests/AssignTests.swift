// assign(to:on:): values into a property, and the object that has it.
import Streams
import Testing

@Suite struct AssignTests {
    final class Box { var value = 0 }

    @Test func valuesAreWrittenUntilCancelled() {
        let subject = PassthroughSubject<Int, Never>()
        let box = Box()
        let handle = subject.assign(to: \.value, on: box)
        subject.send(1)
        #expect(box.value == 1)
        handle.cancel()
        subject.send(2)
        #expect(box.value == 1)
    }

    @Test(arguments: [true, false]) func theObjectIsHeldUntilTheEndOrCancel(ends: Bool) {
        let upstream = ManualPublisher<Int, Never>()
        var box: Box? = Box()
        weak let watched = box
        let assign = Subscribers.Assign(object: box!, keyPath: \.value)
        upstream.subscribe(assign)
        box = nil
        #expect(assign.object === watched)
        #expect(watched != nil)
        if ends { upstream.send(completion: .finished) } else { assign.cancel() }
        #expect(watched == nil)
        #expect(assign.object == nil)
        upstream.send(1)
        upstream.sendSubscription()
        #expect(upstream.lines.filter { $0 == "cancel" }.count == (ends ? 1 : 2))
    }
}
