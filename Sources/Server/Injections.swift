import Logging
import TouchCore
import Wire

/// Clients that put fingers on a screen. These fingers are handled like those of a panel, except that no kernel has reported them, and that they hit
/// nothing in a sensitive region.
final class Injections: ServerPart {
    unowned let server: Publisher
    private var fingers = InjectedFingers()

    init(_ server: Publisher) { self.server = server }

    /// Applies all fingers of a request, or none.
    ///
    /// - Parameter mayBeSensitive: whether the fingers may come down in a sensitive region. Only the admin socket permits this.
    func inject(
        _ client: Client, _ touches: [InjectedTouch], screen name: String?, mayBeSensitive: Bool, _ id: JSONValue?
    ) throws(RequestError) {
        let screen: RegionDirectory.Screen
        do {
            let number = try screenNumber(name)
            screen = router.tree.screens[number]
            try client.rights.check(.inject, onScreen: screen.id, client)
            try check(client, touches, screen)
            if mayBeSensitive { try client.rights.checkSensitiveInjection(by: client) } else { try checkSensitive(touches, number) }
        } catch { throw error.withID(id) }
        // Endings first, as in a panel's report, so that the next finger can use a slot that becomes free.
        var changes: [ContactChange] = []
        var ids = [TouchID?](repeating: nil, count: touches.count)
        for (number, touch) in touches.enumerated() where touch.phase.isTerminal {
            let finger = fingers.lift(touch.finger, of: client, on: screen.id)!
            client.injecting?.lastUp = loop.now()
            ids[number] = router.injector.touch(inSlot: finger.slot, screen: screen.id)
            changes.append(
                ContactChange(
                    slot: finger.slot, phase: touch.phase, reason: touch.phase == .cancelled ? .palm : nil,
                    location: touch.place(after: finger.place)))
        }
        for touch in touches where !touch.phase.isTerminal {
            let place = touch.place(after: nil)
            if touch.phase == .began {
                recordFinger(client, screen.id)
                fingers.put(touch.finger, of: client, on: screen.id, at: place)
            }
            let before = fingers.move(touch.finger, of: client, on: screen.id, to: place)
            // A finger that stays at its place has not moved.
            if touch.phase == .moved && before == place { continue }
            let finger = fingers.find(touch.finger, of: client, on: screen.id)!
            changes.append(
                ContactChange(
                    slot: finger.slot, phase: touch.phase, location: place, avoidsSensitive: touch.phase == .began && !mayBeSensitive))
        }
        if !changes.isEmpty { router.injector.inject(changes, screen: screen.id) }
        for (number, touch) in touches.enumerated() where !touch.phase.isTerminal {
            if let finger = fingers.find(touch.finger, of: client, on: screen.id) {
                ids[number] = router.injector.touch(inSlot: finger.slot, screen: screen.id)
            }
        }
        sendLine(client, ServerMessages.injected(id, touches: ids))
    }

    private func check(_ client: Client, _ touches: [InjectedTouch], _ screen: RegionDirectory.Screen) throws(RequestError) {
        var seen: Set<Int> = []
        var free = fingers.room(on: screen.id) + touches.count(where: \.phase.isTerminal)
        for touch in touches {
            let name = "finger \(touch.finger)"
            if !seen.insert(touch.finger).inserted {
                throw RequestError(
                    "\(name) is in the request twice", hint: "a request describes one moment: send the later changes in another one")
            }
            let known = fingers.find(touch.finger, of: client, on: screen.id)
            if touch.phase == .began {
                if known != nil {
                    throw RequestError(
                        "\(name) is already down", code: .taken, hint: "move or end it, or give the new finger another number")
                }
                if free == 0 {
                    throw RequestError(
                        "screen \"\(screen.id)\" already has \(InjectedTouch.maximum) injected fingers, which is the limit", code: .taken,
                        hint: "end one of them; fingers of other connections count as well")
                }
                free -= 1
            } else if known == nil {
                throw RequestError(
                    "\(name) is not down on screen \"\(screen.id)\"", code: .notFound,
                    hint: "a finger is down on the connection that sent its \"began\", until it ends or a reload removes the screen")
            }
            let place = touch.place(after: known?.place)
            if touch.isPlaced && !Rect(0, 0, screen.size.width, screen.size.height).contains(place) {
                let (x, y, width, height) = (short(place.x), short(place.y), short(screen.size.width), short(screen.size.height))
                throw RequestError(
                    "\(name) at (\(x), \(y)) is outside screen \"\(screen.id)\", where x is from 0 to less than \(width) and y from 0 to "
                        + "less than \(height)",
                    hint: "coordinates are in points, from the top left of the screen")
            }
        }
    }

    /// Checks that no finger comes down in a sensitive region. If the rules of the glass delay the finger, the core checks it again.
    private func checkSensitive(_ touches: [InjectedTouch], _ screen: Int) throws(RequestError) {
        if !directory.hasSensitive { return }
        let tree = router.tree
        for touch in touches where touch.phase == .began {
            guard let region = InjectedContacts.sensitiveRegion(at: touch.place(after: nil), screen: screen, in: tree) else { continue }
            throw RequestError(
                "finger \(touch.finger) would touch the sensitive region \"\(tree[region].path)\"", code: .notAllowed,
                hint: "no injected finger touches a sensitive region, and no finger of the request was put down")
        }
    }

    /// Cancels all fingers of a client that is gone.
    func lift(allOf client: Client) { cancel(fingers.lift { $0.client === client }, .clientGone) }

    /// Cancels the fingers of connected clients that have lost the right to inject there.
    func applyAccessRules() {
        for finger in fingers.lift(where: { !$0.client.rights.has(.inject, onScreen: $0.screen) }) {
            finger.client.injecting?.lastUp = loop.now()
            cancel([finger], .reload)
        }
    }

    private func cancel(_ own: [InjectedFingers.Finger], _ reason: CancelReason) {
        for screen in Set(own.map(\.screen)).sorted() {
            let changes = own.filter { $0.screen == screen }.map {
                ContactChange(slot: $0.slot, phase: .cancelled, reason: reason, location: $0.place)
            }
            router.injector.inject(changes, screen: screen)
        }
    }

    /// Forgets the fingers on a screen. Their touches have been cancelled already.
    func forget(screen: String) { fingers.forget(screen: screen) }

    /// Counts a finger. The first finger of a session is logged.
    private func recordFinger(_ client: Client, _ screen: String) {
        client.injected += 1
        journal.counters.injected += 1
        let isNew = session(of: client) == nil
        if isNew { client.injecting = InjectionSession(since: loop.now()) }
        client.injecting!.touches += 1
        client.injecting!.lastUp = loop.now()
        if client.injecting!.screens.contains(screen) { return }
        client.injecting!.screens.append(screen)
        if isNew { logLimited(.injecting, client, "\(client.label) injects touches on screen \(screen)", .screen(screen)) }
    }

    /// Returns the client's session: it lasts until no finger of the client has been down for a minute.
    private func session(of client: Client) -> InjectionSession? {
        guard let session = client.injecting else { return nil }
        return downCount(client) > 0 || loop.now() - session.lastUp < InjectionSession.pause ? session : nil
    }

    private func downCount(_ client: Client) -> Int { fingers.all.count { $0.client === client } }

    /// The sessions that have not ended, in the order of the clients' connections.
    var sessions: [InjectingEntry] {
        clients.compactMap { client in
            session(of: client).map {
                InjectingEntry(
                    client: client.number, user: client.peer.user, name: client.name, token: client.token, screens: $0.screens, since: $0.since,
                    touches: $0.touches, down: downCount(client))
            }
        }
    }

    /// All fingers that are down.
    var all: [InjectedFingers.Finger] { fingers.all }

    func checkInvariants() { fingers.checkInvariants() }
}

/// The time in which a client injects fingers, for the log and `status`.
struct InjectionSession {
    /// The time in µs without a finger that ends a session.
    static let pause: Int64 = 60_000_000

    /// The time of the first finger.
    let since: Int64
    /// The time when a finger of the client last came down or lifted.
    var lastUp: Int64
    /// The screens on which the client has put fingers.
    var screens: [String] = []
    /// The number of fingers.
    var touches = 0

    init(since: Int64) { (self.since, lastUp) = (since, since) }
}

/// Formats a number; a whole number has no fraction.
private func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
