import Logging
import TouchCore
import Wire

/// Clients of the admin socket that put fingers on a screen. These fingers are handled like those of a panel, except that no kernel has reported
/// them.
final class Injections: ServerPart {
    unowned let server: Publisher
    private var fingers = InjectedFingers()

    init(_ server: Publisher) { self.server = server }

    /// Applies all fingers of a request, or none.
    func inject(_ client: Client, _ touches: [InjectedTouch], screen name: String?, _ id: JSONValue?) throws(RequestError) {
        let screen: RegionDirectory.Screen
        do {
            screen = router.tree.screens[try screenNumber(name)]
            try check(client, touches, screen)
        } catch { throw error.withID(id) }
        // Endings first, as in a panel's report, so that the next finger can use a slot that becomes free.
        var changes: [ContactChange] = []
        var ids = [TouchID?](repeating: nil, count: touches.count)
        for (number, touch) in touches.enumerated() where touch.phase.isTerminal {
            let finger = fingers.lift(touch.finger, of: client, on: screen.id)!
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
            changes.append(ContactChange(slot: finger.slot, phase: touch.phase, location: place))
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

    /// Cancels all fingers of a client that is gone.
    func lift(allOf client: Client) {
        let own = fingers.lift(allOf: client)
        for screen in Set(own.map(\.screen)).sorted() {
            let changes = own.filter { $0.screen == screen }.map {
                ContactChange(slot: $0.slot, phase: .cancelled, reason: .clientGone, location: $0.place)
            }
            router.injector.inject(changes, screen: screen)
        }
    }

    /// Forgets the fingers on a screen. Their touches have been cancelled already.
    func forget(screen: String) { fingers.forget(screen: screen) }

    /// Counts a finger. The first finger of a client is logged.
    private func recordFinger(_ client: Client, _ screen: String) {
        client.injected += 1
        journal.counters.injected += 1
        if client.injected > 1 { return }
        logLimited(.injecting, client, "\(client.label) injects touches on screen \(screen)", .screen(screen))
    }

    /// All fingers that are down.
    var all: [InjectedFingers.Finger] { fingers.all }

    func checkInvariants() { fingers.checkInvariants() }
}

/// Formats a number; a whole number has no fraction.
private func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
