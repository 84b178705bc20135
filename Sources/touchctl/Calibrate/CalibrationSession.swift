import ArgumentParser
import Calibration
import TouchCore

/// Shows crosses on a display one after the other, and collects the touches on them.
final class CalibrationSession {
    /// The time limit for a cross, in seconds.
    static let patience = 120.0

    private let display: Display
    private let sources: ContactSources
    private let report: CalibrationReport
    private let glass: ClosedGlass?
    let canvas: Canvas
    /// The picture's size as people see it, in pixels.
    let size: Size
    /// The picture's size in mm.
    let millimetres: Size?
    /// The panel that is calibrated: the requested one, otherwise the first one touched.
    private(set) var panel: Int?
    private(set) var pairs: [PointPair] = []

    init(_ display: Display, turn: Rotation, _ sources: ContactSources, panel: Int?, glass: ClosedGlass?, report: CalibrationReport) {
        self.display = display
        self.sources = sources
        self.panel = panel
        self.glass = glass
        self.report = report
        canvas = display.canvas(turn: turn)
        size = Size(Double(canvas.width), Double(canvas.height))
        let isOnItsSide = turn == .quarter || turn == .threeQuarters
        millimetres = display.millimetres.map { isOnItsSide ? Size($0.height, $0.width) : $0 }
    }

    private var arm: Int { min(canvas.width, canvas.height) / 22 }
    private var scale: Int { max(2, min(canvas.width, canvas.height) / 300) }

    /// Shows the crosses. Returns when each of them has been touched.
    func collectTouches(_ count: Int) throws {
        let places = CrossLayout.places(count).map { Point(($0.x * size.width).rounded(), ($0.y * size.height).rounded()) }
        for (index, place) in places.enumerated() {
            draw(places, current: index, "Touch the middle of the cross: \(index + 1) of \(count)")
            try index == 0 ? display.show() : display.flush()
            try sources.discardTaps()
            report.cross(index + 1, of: count, at: place, on: display.connector, size)
            let raw = try touch { [self] name in
                draw(places, current: index, "A different panel was touched: \(name). Touch the cross on this display.", .bad)
                display.flush()
            }
            pairs.append(PointPair(shown: place, raw: raw, panel: sources.panels[panel!].facts.id))
        }
    }

    private func draw(_ places: [Point], current: Int, _ text: String, _ colour: Canvas.Colour = .ink) {
        canvas.clear()
        for place in places.prefix(current) { canvas.circle(at: place, to: 3 * canvas.unit, .dim) }
        canvas.circle(at: places[current], from: arm * 3 / 4 - 2 * canvas.unit, to: arm * 3 / 4, .dim)
        canvas.cross(at: places[current], arm: arm, .ink)
        let isMiddle = abs(places[current].y / size.height - 0.5) < 0.12
        canvas.text(text, top: canvas.height * (isMiddle ? 20 : 46) / 100, scale: scale, colour)
    }

    /// The place of the next touch on the panel.
    private func touch(_ other: (String) -> Void) throws -> Point {
        while true {
            glass?.renew(for: Self.patience)
            switch try sources.next(within: Self.patience) {
            case .tap(let index, let raw):
                let found = sources.panels[index]
                report.touch(found, at: raw)
                if let panel, panel != index {
                    other(found.name)
                    let wanted = sources.panels[panel].name
                    report.write(
                        "differentPanel", [("panel", .string(found.facts.id))], "a different panel was touched: \(found.name), not \(wanted)")
                    continue
                }
                panel = index
                return raw
            case .timeIsOver:
                complain("touchctl: nobody touched the cross for \(Int(Self.patience)) s; nothing was changed")
                throw Exit.negative
            case .stopped: throw Stopped()
            }
        }
    }

    /// The error if a signal such as Ctrl-C stops the session.
    struct Stopped: Error {}

    // MARK: The result

    /// Shows the places at which contacts land with the calibration, beside the crosses.
    func show(_ answer: CalibrationAnswer) {
        canvas.clear()
        var top = canvas.height * 38 / 100
        switch answer.result {
        case .failure(let refusal): canvas.text(refusal.description, top: top, scale: scale, .bad)
        case .success(let solution):
            for (index, pair) in pairs.enumerated() {
                let isWrong = solution.outliers.contains(index)
                let lands = solution.toScreen.apply(pair.raw)
                canvas.cross(at: pair.shown, arm: arm / 2, .dim)
                canvas.line(from: pair.shown, to: lands, isWrong ? .bad : .good)
                canvas.circle(at: lands, to: 5 * canvas.unit, isWrong ? .bad : .good)
            }
            for sentence in solution.sentences { top = canvas.text(sentence, top: top, scale: scale, .ink) + 4 * scale }
        }
        display.flush()
    }

    /// Shows a last cross with a circle, and waits for a touch in the circle.
    ///
    /// - Returns: whether the touch came in time.
    func confirm(_ solution: CalibrationSolution, seconds: Double) throws -> Bool {
        // The place lies on no diagonal or axis of the screen, so that a turned or mirrored panel misses it.
        let place = Point((size.width * 0.3).rounded(), (size.height * 0.76).rounded())
        let radius = Int(Double(min(canvas.width, canvas.height)) * 0.07)
        func draw(_ text: String, _ colour: Canvas.Colour) {
            canvas.clear()
            canvas.circle(at: place, from: radius - 2 * canvas.unit, to: radius, .good)
            canvas.cross(at: place, arm: arm, .ink)
            canvas.text(text, top: canvas.height * 40 / 100, scale: scale, colour)
        }
        draw("Touch the cross in the circle within \(Int(seconds)) s to keep the calibration.", .ink)
        display.flush()
        glass?.renew(for: seconds)
        try sources.discardTaps()
        report.write(
            "trial",
            [("shown", CalibrationReport.pair(place.x, place.y)), ("radius", .whole(radius)), ("seconds", .number(seconds))],
            "\(display.connector): touch the cross in the circle within \(Int(seconds)) s to keep the calibration")
        let end = MonotonicSeconds.now + seconds
        while true {
            switch try sources.next(within: max(end - MonotonicSeconds.now, 0)) {
            case .timeIsOver: return false
            case .stopped: throw Stopped()
            case .tap(let index, let raw):
                report.touch(sources.panels[index], at: raw)
                guard index == panel else { continue }
                let lands = solution.toScreen.apply(raw)
                let way = Point(lands.x - place.x, lands.y - place.y)
                if way.x * way.x + way.y * way.y <= Double(radius * radius) { return true }
                draw("You touched outside the circle. Touch the cross in the circle to keep the calibration.", .bad)
                canvas.circle(at: lands, to: 5 * canvas.unit, .bad)
                display.flush()
            }
        }
    }

    /// Shows a text alone.
    func showText(_ text: String, _ colour: Canvas.Colour) {
        canvas.clear()
        canvas.text(text, top: canvas.height * 42 / 100, scale: scale, colour)
        display.flush()
    }

    /// Leaves the picture for a number of seconds, or until a touch.
    func waitForTouch(seconds: Double) throws {
        try sources.discardTaps()
        if case .stopped = try sources.next(within: seconds) { throw Stopped() }
    }

    /// Leaves the picture as `rest` does, but ignores signals such as Ctrl-C, because the result is final.
    func waitIgnoringSignals(seconds: Double) { try? waitForTouch(seconds: seconds) }
}
