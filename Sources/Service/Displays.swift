import Configuration
import Logging
import Panels
import Server
import TouchCore

/// The state of the displays under the screens. Programs may report the state of any display. For a screen with a `wake` rule, touchd also checks
/// connectors and backlights.
///
/// A program's report holds until a connector or a backlight changes, or a finger wakes the display.
final class Displays {
    /// The time in µs between checks. The kernel sends no event when a display is blanked, so touchd has to ask.
    private static let interval: Int64 = 1_000_000
    /// The shortest time in µs between checks, so that the fingers of one report cause one check.
    private static let shortestInterval: Int64 = 1000
    /// The time in µs that a display may take to light up after a wake.
    private static let patience: Int64 = 10_000_000

    private struct Display {
        let screen: String
        /// The connectors of the screen's panels.
        var outputs: [String]
        /// True if touchd checks the display: the screen has a `wake` rule, and a panel that is not a recording.
        var isWatched: Bool
        /// The state that connectors and backlights report.
        var seen = DisplayState.unknown
        /// The state that a program has reported since `seen` last changed.
        var reported: DisplayState?
        /// True if the state last passed to the core came from a program.
        var isReported = false
        /// The time when a finger woke the display; nil once the display is on.
        var wokenAt: Int64?
    }

    private let source: any OutputSource
    private let dispatcher: TouchDispatcher
    private let loop: EventLoop
    private let log: ServiceLog
    private var timer: EventLoop.Timer!
    /// The displays, in the order of the tree's screens.
    private var displays: [Display] = []
    private var lastCheck: Int64?
    private var isWatching = false

    init(_ source: any OutputSource, _ dispatcher: TouchDispatcher, loop: EventLoop, log: ServiceLog) {
        self.source = source
        self.dispatcher = dispatcher
        self.loop = loop
        self.log = log
        timer = loop.timer { [unowned self] in checkAll() }
    }

    /// Uses the screens of a configuration. No display is checked if no screen has a `wake` rule.
    func use(_ screens: [ScreenSettings]) {
        let before = Dictionary(uniqueKeysWithValues: displays.map { ($0.screen, $0) })
        displays = screens.map { screen in
            let live = screen.panels.filter { $0.match.recording == nil }
            var display = before[screen.spec.id] ?? Display(screen: screen.spec.id, outputs: [], isWatched: false)
            display.outputs = live.compactMap(\.output)
            display.isWatched = screen.spec.kiosk.wake != nil && !live.isEmpty
            if !display.isWatched { (display.seen, display.wokenAt) = (.unknown, nil) }
            return display
        }
        let watches = displays.contains(where: \.isWatched)
        if watches && !isWatching { timer.set(after: Self.interval, every: Self.interval) }
        if !watches { timer.clear() }
        isWatching = watches
        checkAll()
    }

    /// Checks the display before a finger comes down on a screen without touches, because it may have gone off since the last check.
    func willTouch(screen: Int) {
        guard displays.indices.contains(screen), displays[screen].isWatched else { return }
        if let lastCheck, loop.now() - lastCheck < Self.shortestInterval { return }
        checkAll()
    }

    /// Records a program's report that a display was turned on or off.
    func setReported(_ state: DisplayState, screen: Int) {
        displays[screen].reported = state
        if state == .on { displays[screen].wokenAt = nil }
        apply(screen)
    }

    /// Records that a finger has woken a display. A program's report that the display is off no longer holds, because the core counts a woken display
    /// as on.
    func woken(screen: Int) {
        displays[screen].reported = displays[screen].seen == .unknown ? .on : nil
        displays[screen].wokenAt = displays[screen].seen == .off ? loop.now() : nil
    }

    private func checkAll() {
        lastCheck = loop.now()
        for screen in displays.indices {
            if displays[screen].isWatched { setSeen(source.display(under: displays[screen].outputs, isOnlyScreen: displays.count == 1), screen) }
            apply(screen)
        }
    }

    private func setSeen(_ state: OutputWatcher.State, _ screen: Int) {
        let id = displays[screen].screen
        let seen: DisplayState
        var why: String?
        switch state {
        case .on: seen = .on
        case .off(let reason): (seen, why) = (.off, reason)
        case .unknown: seen = .unknown
        }
        if seen != displays[screen].seen {
            log(.displayState, "screen \(id): the display is \(seen.rawValue)\(why.map { " (\($0))" } ?? "")", .screen(id), .reason(why))
            displays[screen].seen = seen
            displays[screen].reported = nil
        }
        guard let since = displays[screen].wokenAt else { return }
        if seen != .off {
            displays[screen].wokenAt = nil
        } else if loop.now() - since >= Self.patience {
            displays[screen].wokenAt = nil
            log(
                .displayStillOff,
                "screen \(id): the display is still off \(Self.patience / 1_000_000) s after a finger woke it\(why.map { " (\($0))" } ?? ""); "
                    + "check that a touchd-wake@.service turns it on (see docs/operations.md)", .screen(id), .reason(why))
        }
    }

    /// Passes the state to the core if it has changed.
    private func apply(_ screen: Int) {
        let state = displays[screen].reported ?? displays[screen].seen
        let isTold = displays[screen].reported != nil
        if dispatcher.screenStates[screen].display == state && displays[screen].isReported == isTold { return }
        displays[screen].isReported = isTold
        dispatcher.setDisplay(state, isTold: isTold, screen: screen)
    }
}
