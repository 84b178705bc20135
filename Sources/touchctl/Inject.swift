import ArgumentParser
import TouchCore

struct Inject: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Puts fingers on a screen without a panel; touchd treats them like those of a panel.",
        discussion: """
            For users who may open the admin socket. Coordinates are points of the screen, from its top left corner. For each touch it prints the \
            region that it hits and the regions that receive it; --watch also shows the events. If touchctl is stopped early, touchd cancels its \
            touches.

              touchctl inject tap 160 1760                        a tap
              touchctl inject tap 160 1760 --count 2              a double tap
              touchctl inject tap 160 1760 --hold 1               a long press
              touchctl inject drag 100 300 800 300 --over 2       a slow drag
              touchctl inject swipe 540 1400 540 400 --fingers 2  two fingers swipe upward
              touchctl inject pinch 540 800 --from 150 --to 450   two fingers move apart
              touchctl inject pinch 540 800 --turn 90             two fingers turn

            Exits with 1, and prints the reason, if a touch goes to no region, if a touch is cancelled before its finger lifts, or if a finger does \
            not become a touch. Exits with 64 if touchd refuses the request.
            """,
        subcommands: [Tap.self, Drag.self, Swipe.self, Pinch.self])
}

/// The options of all subcommands.
struct InjectOptions: ParsableArguments {
    @Option(help: "The screen's id; by default the first screen.") var screen: String?
    @Flag(help: "Let the fingers come down in sensitive regions too.") var sensitive = false
    @Option(help: "Show the events, until this many seconds after the last finger has lifted.", transform: Seconds.read) var watch: Double?
    @OptionGroup var json: JSONOutput
    @OptionGroup var sockets: DaemonSockets

    func validate() throws {
        if let watch { try Self.check(watch, "--watch", atMost: 3600) }
    }

    /// Checks a number of seconds.
    ///
    /// - Throws: ValidationError if the number is negative or above `most`.
    static func check(_ seconds: Double, _ name: String, atMost most: Double = 600) throws {
        guard seconds >= 0 && seconds <= most else { throw ValidationError("\(name) must be from 0 to \(Int(clamping: most)) seconds") }
    }
}

/// The options for several fingers, side by side.
struct FingerOptions: ParsableArguments {
    @Option(help: "The number of fingers, side by side around the point.") var fingers = 1
    @Option(help: "The distance from one finger to the next, in points.") var spread = 80.0

    func validate() throws {
        guard (1...10).contains(fingers) else { throw ValidationError("--fingers must be from 1 to 10") }
        guard spread.isFinite else { throw ValidationError("--spread must be a finite number") }
    }

    func around(_ path: @escaping (Double) -> Point) -> [(Double) -> Point] {
        FingerScript.row(fingers, spread: spread, around: path)
    }
}

/// The arguments for a movement from one point to another.
struct MovementArguments: ParsableArguments {
    @Argument(help: "The point where the finger comes down, in points of the screen.", transform: NegativeNumber.read) var fromX: Double
    @Argument(transform: NegativeNumber.read) var fromY: Double
    @Argument(help: "The point where the finger lifts.", transform: NegativeNumber.read) var toX: Double
    @Argument(transform: NegativeNumber.read) var toY: Double

    func validate() throws {
        guard [fromX, fromY, toX, toY].allSatisfy(\.isFinite) else { throw ValidationError("the points must be finite numbers") }
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
        @Argument(help: "The x coordinate, in points of the screen.", transform: NegativeNumber.read) var x: Double
        @Argument(help: "The y coordinate, in points of the screen.", transform: NegativeNumber.read) var y: Double
        @Option(help: "How long the finger stays down, in seconds.", transform: Seconds.read) var hold = 0.05
        @Option(help: "The number of taps, with 0.1 s between them.") var count = 1
        @OptionGroup var fingers: FingerOptions
        @OptionGroup var options: InjectOptions

        func validate() throws {
            guard x.isFinite && y.isFinite else { throw ValidationError("x and y must be finite numbers") }
            guard (1...1000).contains(count) else { throw ValidationError("--count must be from 1 to 1000") }
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
        @OptionGroup var way: MovementArguments
        @Option(help: "How long the movement takes, in seconds.", transform: Seconds.read) var over = 0.5
        @Option(help: "How long the finger rests before it lifts, in seconds, so that scrolling stops.", transform: Seconds.read) var hold = 0.1
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
            abstract: "A finger moves fast from one point to another and lifts while it moves, so that scrolling continues.",
            discussion: """
                  touchctl inject swipe 540 1400 540 400 --fingers 2
                """)
        @OptionGroup var way: MovementArguments
        @Option(help: "How long the movement takes, in seconds.", transform: Seconds.read) var over = 0.15
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
            abstract: "Two fingers on opposite sides of a point move apart, together, or around it.",
            discussion: """
                  touchctl inject pinch 540 800 --from 150 --to 450
                  touchctl inject pinch 540 800 --turn 90
                """)
        @Argument(help: "The x coordinate of the point between the fingers, in points of the screen.", transform: NegativeNumber.read) var x: Double
        @Argument(help: "The y coordinate of that point.", transform: NegativeNumber.read) var y: Double
        @Option(help: "The distance between the fingers when they come down, in points.") var from = 200.0
        @Option(help: "The distance between the fingers when they lift; by default unchanged.") var to: Double?
        @Option(help: "How far the fingers turn around the point, in degrees clockwise; by default 0.", transform: NegativeNumber.read) var turn = 0.0
        @Option(help: "How long the movement takes, in seconds.", transform: Seconds.read) var over = 0.5
        @Option(help: "How long the fingers rest before they lift, in seconds.", transform: Seconds.read) var hold = 0.1
        @OptionGroup var options: InjectOptions

        func validate() throws {
            guard [x, y, from, to ?? 0, turn].allSatisfy(\.isFinite) else {
                throw ValidationError("points, distances and angles must be finite numbers")
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
