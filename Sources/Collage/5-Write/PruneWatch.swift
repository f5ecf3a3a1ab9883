// What the outcomes of a run say about what may be removed: a decision about values.

import Wire

/// Pages that a collage once had, and those that take their place.
struct SupersededPages: Hashable, Sendable {
    var former: [OutputRecord]
    /// Paths of all pages that the collage has now.
    var outputs: Set<RawPath>
}

/// Watches whether collages that have fewer pages, or other ones, are there in their new form.
struct PruneWatch {
    /// A named input in which no photo was found.
    private(set) var emptyInput: InputSource?
    /// By a number of their own.
    private var waiting: [Int: SupersededPages] = [:]
    private var numbers: [RawPath: Int] = [:]
    private var nextNumber = 0
    /// Former pages of collages of which each page is as it should be.
    private(set) var surplus: [OutputRecord] = []

    mutating func observe(_ outcome: Outcome) {
        switch outcome {
        case .aside(.nothing(let input)): emptyInput = input
        case .aside(.superseded(let pages)):
            let number = nextNumber
            nextNumber += 1
            waiting[number] = pages
            for output in pages.outputs { numbers[output] = number }
        case .aside(.unchanged(let page)): complete(page.output)
        case .built(let page, _): complete(page.plan.output)
        // In a dry run: it would be built.
        case .planned(let plan): complete(plan.output)
        case .kept, .failedPage, .failed, .aside: break
        }
    }

    private mutating func complete(_ output: RawPath?) {
        guard let output, let number = numbers.removeValue(forKey: output) else { return }
        waiting[number]?.outputs.remove(output)
        guard let pages = waiting[number], pages.outputs.isEmpty else { return }
        waiting[number] = nil
        surplus += pages.former
    }
}
