import ArgumentParser
import TouchCore

struct Inject: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Puts fingers on a screen without a panel: touchd takes them as it takes a panel's.",
        discussion: """
            For those who may open the admin socket. Points are the screen's, from its top left. Each touch is said, with the \
            region it hits and who gets it; --watch shows what comes of it. If touchctl is ended in the middle, touchd cancels \
            what is down.

              touchctl inject tap 160 1760                        a tap
              touchctl inject tap 160 1760 --count 2              a double tap
              touchctl inject tap 160 1760 --hold 1               a long press
              touchctl inject drag 100 300 800 300 --over 2       a slow drag
              touchctl inject swipe 540 1400 540 400 --fingers 2  two fingers swipe upward
              touchctl inject pinch 540 800 --from 150 --to 450   two fingers apart
              touchctl inject pinch 540 800 --turn 90             and a quarter round

            Exits with 0, with 1 when a touch goes to no region or is cancelled before its finger lifts or when a finger becomes no \
            touch, which it says with the reason, and with 64 when touchd refuses what is asked for.
            """,
        subcommands: [Tap.self, Drag.self, Swipe.self, Pinch.self])
}

/// The options of all subcommands.
struct InjectOptions: ParsableArguments {
    @Option(help: "The screen's id; the first one by default.") var screen: String?
    @Option(help: "Show what comes of it, until so many seconds after the last finger has lifted.") var watch: Double?
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func validate() throws {
        if let watch { try Self.check(watch, "--watch", atMost: 3600) }
    }

    /// Checks a number of seconds.
    ///
    /// - Throws: ValidationError if the number is negative or above `most`.
    static func check(_ seconds: Double, _ name: String, atMost most: Double = 600) throws {
        guard seconds >= 0 && seconds <= most else { throw ValidationError("\(name) is a number of seconds, at most \(Int(clamping: most))") }
    }
}

/// The options for several fingers, side by side.
struct FingerOptions: ParsableArguments {
    @Option(help: "How many fingers, side by side around the point.") var fingers = 1
    @Option(help: "How far they are from each other, in points.") var spread = 80.0

    func validate() throws {
        guard (1...10).contains(fingers) else { throw ValidationError("--fingers is from 1 to 10") }
        guard spread.isFinite else { throw ValidationError("--spread is to be a finite number") }
    }

    func around(_ path: @escaping (Double) -> Point) -> [(Double) -> Point] {
        FingerScript.row(fingers, spread: spread, around: path)
    }
}

/// The arguments for a movement from one point to another.
struct WayArguments: ParsableArguments {
    @Argument(help: "From where, in points of the screen.", transform: NegativeNumber.read) var fromX: Double
    @Argument(transform: NegativeNumber.read) var fromY: Double
    @Argument(help: "To where.", transform: NegativeNumber.read) var toX: Double
    @Argument(transform: NegativeNumber.read) var toY: Double

    func validate() throws {
        guard [fromX, fromY, toX, toY].allSatisfy(\.isFinite) else { throw ValidationError("the points are to be finite numbers") }
    }

    func point(_ part: Double) -> Point { Point(fromX + (toX - fromX) * part, fromY + (toY - fromY) * part) }
}

extension Inject {
    struct Tap: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "A finger touches a point and lifts.",
            usage: "touchctl inject tap [<options>] <x> <y>",
            discussion: """
                  touchctl inject tap 160 1760
                  touchctl inject tap 160 1760 --hold 1 --watch 1
                """)
        @Argument(help: "In points of the screen.", transform: NegativeNumber.read) var x: Double
        @Argument(help: "In points of the screen.", transform: NegativeNumber.read) var y: Double
        @Option(help: "For how many seconds it is down.") var hold = 0.05
        @Option(help: "How many taps, a tenth of a second apart.") var count = 1
        @OptionGroup var fingers: FingerOptions
        @OptionGroup var options: InjectOptions

        func validate() throws {
            guard x.isFinite && y.isFinite else { throw ValidationError("x and y are to be finite numbers") }
            guard (1...1000).contains(count) else { throw ValidationError("--count is from 1 to 1000") }
            try InjectOptions.check(hold, "--hold")
        }

        func run() throws {
            var script = FingerScript()
            for number in 0..<count {
                script.add(after: number == 0 ? 0 : 0.1, over: 0, rest: hold, fingers.around { _ in Point(x, y) })
            }
            try Injector.play(script, options)
        }
    }

    struct Drag: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "A finger moves from one point to another, rests there, and lifts.",
            discussion: """
                  touchctl inject drag 100 300 800 300 --over 2
                """)
        @OptionGroup var way: WayArguments
        @Option(help: "In how many seconds it moves.") var over = 0.5
        @Option(help: "For how many seconds it rests before it lifts, so that nothing is thrown.") var hold = 0.1
        @OptionGroup var fingers: FingerOptions
        @OptionGroup var options: InjectOptions

        func validate() throws {
            try InjectOptions.check(over, "--over")
            try InjectOptions.check(hold, "--hold")
        }

        func run() throws {
            var script = FingerScript()
            script.add(over: over, rest: hold, fingers.around(way.point))
            try Injector.play(script, options)
        }
    }

    struct Swipe: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "A finger moves fast from one point to another and lifts while it moves: what scrolls is thrown.",
            discussion: """
                  touchctl inject swipe 540 1400 540 400 --fingers 2
                """)
        @OptionGroup var way: WayArguments
        @Option(help: "In how many seconds it moves.") var over = 0.15
        @OptionGroup var fingers: FingerOptions
        @OptionGroup var options: InjectOptions

        func validate() throws { try InjectOptions.check(over, "--over") }

        func run() throws {
            var script = FingerScript()
            script.add(over: over, rest: 0, fingers.around(way.point))
            try Injector.play(script, options)
        }
    }

    struct Pinch: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Two fingers on either side of a point move apart, together, or around it.",
            discussion: """
                  touchctl inject pinch 540 800 --from 150 --to 450
                  touchctl inject pinch 540 800 --turn 90
                """)
        @Argument(help: "The point between them, in points of the screen.", transform: NegativeNumber.read) var x: Double
        @Argument(help: "In points of the screen.", transform: NegativeNumber.read) var y: Double
        @Option(help: "How far apart they come down, in points.") var from = 200.0
        @Option(help: "How far apart they lift; as far as they came down by default.") var to: Double?
        @Option(help: "How far they turn around the point, in degrees clockwise; 0 by default.", transform: NegativeNumber.read) var turn = 0.0
        @Option(help: "In how many seconds.") var over = 0.5
        @Option(help: "For how many seconds they rest before they lift.") var hold = 0.1
        @OptionGroup var options: InjectOptions

        func validate() throws {
            guard [x, y, from, to ?? 0, turn].allSatisfy(\.isFinite) else {
                throw ValidationError("points, distances and angles are to be finite numbers")
            }
            guard to != nil || turn != 0 else { throw ValidationError("give --to, or --turn, or both") }
            try InjectOptions.check(over, "--over")
            try InjectOptions.check(hold, "--hold")
        }

        func run() throws {
            var script = FingerScript()
            script.add(
                over: over, rest: hold,
                FingerScript.pair(around: Point(x, y), distance: (from, to ?? from), turn: turn * .pi / 180))
            try Injector.play(script, options)
        }
    }
}
