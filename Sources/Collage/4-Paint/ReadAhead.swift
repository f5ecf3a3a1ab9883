// A page's photos, opened and read ahead before anybody asks for them, so that no worker waits for a disk.

import Streams
import Wire

/// A publisher of a page's photos, open, in about their order; of the event loop's thread alone.
///
/// They are opened in groups, of which some are on their way or ready at the same time: a group takes one call
/// and one turn of the loop, which cost more than opening a photo does.
struct ReadAhead: Publisher {
    typealias Failure = Never

    /// A photo's place on the page, and what came of opening it.
    struct Output {
        var index: Int
        var photo: PhotoOpener.Opened
    }

    let plan: PagePlan
    let opener: PhotoOpener
    /// Photos in a group, and how many groups there are at a time.
    let groups: (size: Int, count: Int)

    /// - Parameter inUse: how many photos others hold at most at a time, beside those that are ahead.
    init(_ plan: PagePlan, opener: PhotoOpener, inUse: Int) {
        self.plan = plan
        self.opener = opener
        let ahead = Swift.max(1, opener.limit - inUse)
        // Two groups at least, so that one is opened while the other is painted.
        let size = Swift.max(1, Swift.min(8, ahead / 2))
        groups = (size, ahead / size)
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: Inner(self, subscriber: subscriber))
    }

    private final class Inner<Downstream: Subscriber>: Subscription, Awaited, CustomStringConvertible
    where Downstream.Input == Output, Downstream.Failure == Never {
        private let readAhead: ReadAhead
        private var subscriber: Downstream?
        private var demand = Subscribers.Demand.none
        /// The first photo that is not in any group yet.
        private var next = 0
        private var ready: [Output] = []
        /// Groups that are being opened.
        private var groupsUnderWay = 0
        private var isDelivering = false

        init(_ readAhead: ReadAhead, subscriber: Downstream) {
            self.readAhead = readAhead
            self.subscriber = subscriber
        }

        var description: String { "ReadAhead" }
        var isCancelled: Bool { subscriber == nil }

        func request(_ more: Subscribers.Demand) {
            demand += more
            deliver()
        }

        func cancel() {
            subscriber = nil
            ready = []
        }

        /// Hands over what is ready as far as it is asked for; who receives it may ask for more from inside.
        private func deliver() {
            guard !isDelivering else { return }
            isDelivering = true
            openAhead()
            while demand > .none, !ready.isEmpty, let subscriber {
                let photo = ready.removeFirst()
                demand -= 1
                demand += subscriber.receive(photo)
                openAhead()
            }
            isDelivering = false
            if ready.isEmpty, groupsUnderWay == 0, let subscriber {
                cancel()
                subscriber.receive(completion: .finished)
            }
        }

        private func openAhead() {
            let (plan, groups) = (readAhead.plan, readAhead.groups)
            let most = groups.size * groups.count
            while next < plan.photos.count, ready.count + (groupsUnderWay + 1) * groups.size <= most {
                let group = next..<Swift.min(next + groups.size, plan.photos.count)
                next = group.upperBound
                groupsUnderWay += 1
                let photos = plan.photos[group].map(\.photo)
                readAhead.opener.open(photos, of: plan.source, order: plan.number, for: self) {
                    [self] opened in
                    groupsUnderWay -= 1
                    ready += Swift.zip(group, opened).map { Output(index: $0, photo: $1) }
                    deliver()
                }
            }
        }
    }
}
