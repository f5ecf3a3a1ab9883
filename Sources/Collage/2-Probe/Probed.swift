// What goes from probing on to planning.

/// What was found, with the headers of photos where they are needed.
indirect enum Probed: Sendable {
    case collage(FoundCollage, [ProbedPhoto])
    case aside(Aside)
}
