import Configuration
import Logging
import Server
import TouchCore
import Wire

/// Screens as a whole: carries out clients' requests about screens, and reacts to the core's notices about screens.
extension TouchService {
    public var screenStates: [ScreenState] { dispatcher.screenStates }

    public func set(_ request: ScreenRequest, screen: Int) {
        if let display = request.display { displays.setReported(display, screen: screen) }
        if let mode = request.mode { dispatcher.setMode(mode, for: request.duration, screen: screen) }
    }

    public var activeProfiles: [[String]?] { dispatcher.pipeline.accessibility.activeProfiles }

    public func handle(_ request: AccessibilityRequest, screen: Int, by client: Int) throws(AccessibilityRefusal) {
        try dispatcher.handle(request, screen: screen, by: client)
    }

    /// Connects the parts that deal with screens. Call it before the first panel is opened.
    func startScreens() {
        dispatcher.handleNotice = { [unowned self] in handle($0) }
        dispatcher.willTouch = { [unowned self] in displays.willTouch(screen: $0.entry.screen) }
        dispatcher.pipeline.accessibility.makePanel = { [accessibilityPanels] in accessibilityPanels.open($0) }
        dispatcher.pipeline.accessibility.hasReader = { [unowned self] in publisher.hasReader }
        useScreens()
    }

    /// Applies a reload to the screens. The core reports the screens that it has changed. This function publishes the screens that are new.
    func useScreens(before: [ScreenState]) {
        dispatcher.startScreens()
        for state in screenStates where !before.contains(where: { $0.screen == state.screen }) { publisher.publish(.screen(state)) }
        useScreens()
    }

    private func useScreens() {
        displays.use(registry.screens)
        follower.use(registry.screens.map(\.spec), screenStates)
    }

    private func handle(_ notice: KioskNotice) {
        publisher.publish(notice)
        switch notice {
        case .screen(let state): follower.follow(state)
        case .accessibility(let notice):
            switch notice.content {
            case .regionsChanged(let regions): publisher.regionsChanged(regions)
            case .claimsEnded(let ended): publisher.endClaims(ended)
            case .noReader(let profile):
                log(
                    .noReader, few: notice.screen,
                    "screen \(notice.screen): fingers do not start profile \(profile), because no program speaks; is touchd-speak running?",
                    .screen(notice.screen))
            default: break
            }
        case .wake(let screen):
            log(.fingerWakes, "screen \(screen): a finger wakes the display", .screen(screen))
            if let index = tree.screens.firstIndex(where: { $0.id == screen }) { displays.woken(screen: index) }
            follower.wake(screen)
        case .staff(let screen, let id, _):
            log(.staffGesture, "screen \(screen): staff gesture \(id)", .screen(screen), .command(id))
            act(onGesture: id, of: screen)
        case .gesture(let screen, let id, _):
            log(.kioskGesture, "screen \(screen): kiosk gesture \(id)", .screen(screen), .command(id))
            act(onGesture: id, of: screen)
        }
    }

    /// Does what the configuration says for a gesture of staff or of the kiosk.
    private func act(onGesture id: String, of screen: String) {
        guard let action = tree.screens.first(where: { $0.id == screen })?.kiosk.action(ofGesture: id) else { return }
        if action.startsUnit { follower.gesture(id, of: screen) }
        keyboards.strike(action.keys, forGesture: id, onScreen: screen)
    }
}
