// gitignore's rules; each row was checked against `git check-ignore`.

import Testing

@testable import Collage

@Suite struct ExcludePatternsTests {
    @Test(arguments: [
        (["*.png"], "a.png", true), (["*.png"], "x/y/a.png", true), (["*.png"], "a.jpg", false),
        (["/a.png"], "a.png", true), (["/a.png"], "x/a.png", false), (["x/*.png"], "x/a.png", true),
        (["x/*.png"], "x/y/a.png", false), (["x/**"], "x/y/a.png", true), (["**/y/*.png"], "x/y/a.png", true),
        (["**/y/*.png"], "y/a.png", true), (["x/**/a.png"], "x/a.png", true),
        (["x/**/a.png"], "x/y/z/a.png", true),
        (["a?.png"], "ab.png", true), (["a?.png"], "a/.png", false), (["[a-c].png"], "b.png", true),
        (["[!a-c].png"], "b.png", false), (["[!a-c].png"], "d.png", true), (["[]].png"], "].png", true),
        (["*.png", "!keep.png"], "keep.png", false), (["*.png", "!keep.png"], "lose.png", true),
        (["\\*.png"], "*.png", true), (["\\*.png"], "a.png", false), (["#a"], "#a", false),
        (["\\#a"], "#a", true),
        ([""], "a", false), (["a*b*c"], "aXbXbXc", true), (["a*b*c"], "aXbX", false), (["*"], "月", true),
        (["a**b"], "aXb", true), (["a**b/c"], "aXb/c", true), (["a**b/c"], "a/b/c", false),
    ])
    func filesAreLeftOutAsGitWould(patterns: [String], path: String, isExcluded: Bool) {
        #expect(ExcludePatterns(patterns).excludes(RawPath(path), isFolder: false) == isExcluded)
    }

    @Test func aSlashAtTheEndMeansFoldersOnly() {
        let patterns = ExcludePatterns(["private/"])
        #expect(patterns.excludes("x/private", isFolder: true))
        #expect(!patterns.excludes("x/private", isFolder: false))
    }

    @Test func manyStarsTakeNoExponentialTime() {
        let pattern = String(repeating: "a*", count: 40) + "b"
        #expect(
            !ExcludePatterns([pattern]).excludes(RawPath(String(repeating: "a", count: 200)), isFolder: false)
        )
    }
}
