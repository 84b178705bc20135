import FakePlatform
import Panels
import TouchCore

/// The fingers on a touchscreen, and the reports of its hardware.
final class Glass {
    let touchscreen: FakeTouchscreen
    /// The time of the oldest unread report.
    private(set) var unreadSince: Int64?
    private var nextTrackingID: Int32 = 0
    private var lastTime: Int64 = 0
    /// Whether its hardware reports what cannot be.
    let lies: Bool
    private let faults: Faults

    /// The part of its name after "panel".
    let name: String
    /// The number of its node.
    let number: Int

    init(_ name: String, _ number: Int, lies: Bool, _ faults: Faults) {
        (self.name, self.number, self.lies, self.faults) = (name, number, lies, faults)
        panel = "\(name.first!)-\(name.dropFirst())"
        touchscreen = FakeTouchscreen(
            PanelIdentity(
                name: "panel \(name)", vendor: 1, product: 2, idPath: "", serial: "", phys: "\(name)", source: "/dev/input/event\(number)"),
            slots: 5)
    }

    /// Has the reader read the waiting reports. A read may end anywhere in a report; the rest waits.
    func wake() {
        touchscreen.wake()
        if !touchscreen.hasWaiting { unreadSince = nil }
    }

    /// The panel that its name stands for in the configuration.
    let panel: String

    private var down: [Int] { touchscreen.slots.indices.filter(touchscreen.isDown) }

    /// Puts fingers down, moves and lifts them, with the hardware's reports.
    func move(at time: Int64, _ random: Chance) {
        // The kernel's time is a little before the reader's.
        let time = max(lastTime, time - Int64(random(2) * random(1500)))
        lastTime = time
        // Only a glass that is empty now and then can be grabbed, and only then do surfaces get touches.
        if random.oneIn(12) {
            liftFingers(at: time)
        } else {
            for slot in touchscreen.slots.indices where random.oneIn(3) { change(slot, at: time, random) }
        }
        if lies, faults.isActive, random.oneIn(4) { lie(at: time, random) }
        touchscreen.send(time, EventType.syn, SynCode.report, 0)
        unreadSince = unreadSince ?? time
    }

    /// Reports where the fingers are, by slot; no place: no finger.
    func report(_ places: [(x: Int32, y: Int32)?], at time: Int64) {
        lastTime = max(lastTime, time)
        for (slot, place) in places.enumerated() where touchscreen.isDown(slot) || place != nil {
            select(slot, at: lastTime)
            if !touchscreen.isDown(slot) { touchscreen.send(lastTime, EventType.abs, AbsCode.mtTrackingID, takeTrackingID()) }
            if let place {
                move(slot, to: min(max(place.x, 0), 999), min(max(place.y, 0), 999), at: lastTime)
            } else {
                touchscreen.send(lastTime, EventType.abs, AbsCode.mtTrackingID, -1)
            }
        }
        touchscreen.send(lastTime, EventType.syn, SynCode.report, 0)
        unreadSince = unreadSince ?? lastTime
    }

    /// Lifts all fingers, as a hand does.
    func empty(at time: Int64) { report(touchscreen.slots.map { _ in nil }, at: time) }

    /// Reports what no hardware should.
    private func lie(at time: Int64, _ random: Chance) {
        func send(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Int64) {
            touchscreen.enqueue(InputEvent(time: time, type: type, code: code, value: value))
        }
        switch random(7) {
        case 0:
            faults.count("device: slot out of range")
            send(EventType.abs, AbsCode.mtSlot, random.pick([-1, 5, 99, .max, .min])!, at: time)
            send(EventType.abs, AbsCode.mtTrackingID, Int32(random(100)), at: time)
            send(EventType.abs, AbsCode.mtPositionX, Int32(random(1000)), at: time)
            send(EventType.abs, AbsCode.mtSlot, Int32(touchscreen.currentSlot), at: time)
        case 1:
            guard let used = random.pick(down), let free = random.pick(touchscreen.slots.indices.filter { !touchscreen.isDown($0) }) else { return }
            faults.count("device: tracking id used twice")
            select(free, at: time)
            touchscreen.send(time, EventType.abs, AbsCode.mtTrackingID, touchscreen.slots[used].trackingID)
            move(free, to: Int32(random(1000)), Int32(random(1000)), at: time)
        case 2:
            guard let slot = random.pick(down) else { return }
            faults.count("device: place out of range")
            select(slot, at: time)
            move(slot, to: random.pick([-5000, 1000, 1 << 20, .max, .min])!, Int32(random(1000)), at: time)
        case 3:
            faults.count("device: time jumps back")
            send(EventType.syn, SynCode.report, 0, at: time - Int64(random(10_000_000)))
        case 4:
            faults.count("device: time jumps ahead")
            send(EventType.syn, SynCode.report, 0, at: time + Int64(random(random.oneIn(3) ? 10_000_000 : 100_000)))
        case 5:
            faults.count("device: lift of nothing")
            guard let slot = random.pick(touchscreen.slots.indices.filter { !touchscreen.isDown($0) }) else { return }
            select(slot, at: time)
            touchscreen.send(time, EventType.abs, AbsCode.mtTrackingID, -1)
        default:
            faults.count("device: unknown event")
            send(UInt16(random(32)), UInt16(random(1024)), Int32(random(5)) - 1, at: time)
            // The unknown event may have chosen another slot, so the finger's slot is chosen again.
            send(EventType.abs, AbsCode.mtSlot, Int32(touchscreen.currentSlot), at: time)
        }
    }

    /// Lifts all fingers. A touchscreen that lies loses events first, so that its reader asks the kernel what is down.
    func lift(at time: Int64) {
        if lies { touchscreen.overflow(max(lastTime, time)) }
        liftFingers(at: time)
        touchscreen.send(max(lastTime, time), EventType.syn, SynCode.report, 0)
    }

    private func liftFingers(at time: Int64) {
        for slot in down {
            select(slot, at: time)
            touchscreen.send(time, EventType.abs, AbsCode.mtTrackingID, -1)
        }
    }

    /// Moves fingers while the kernel's buffer is full, so that only the loss is reported.
    func drop(at time: Int64, _ random: Chance) {
        if random.oneIn(2) { change(random(touchscreen.slots.count), at: time, random) }  // half a report, lost as well
        for slot in touchscreen.slots.indices where random.oneIn(2) {
            switch (touchscreen.isDown(slot), random(3)) {
            case (true, 0): touchscreen.set(slot, AbsCode.mtTrackingID, -1)
            case (true, 1): put(slot, (Int32(random(1000)), Int32(random(1000))))
            case (false, _), (true, _):
                touchscreen.set(slot, AbsCode.mtTrackingID, takeTrackingID())
                put(slot, (Int32(random(1000)), Int32(random(1000))))
            }
        }
        lastTime = max(lastTime, time)
        touchscreen.overflow(lastTime)
    }

    private func put(_ slot: Int, _ place: (x: Int32, y: Int32)) {
        touchscreen.set(slot, AbsCode.mtPositionX, place.x)
        touchscreen.set(slot, AbsCode.mtPositionY, place.y)
    }

    private func change(_ slot: Int, at time: Int64, _ random: Chance) {
        select(slot, at: time)
        if !touchscreen.isDown(slot) {
            if random(3) > 0 { return }
            touchscreen.send(time, EventType.abs, AbsCode.mtTrackingID, takeTrackingID())
            move(slot, to: Int32(random(1000)), Int32(random(1000)), at: time)
        } else if random.oneIn(5) {
            touchscreen.send(time, EventType.abs, AbsCode.mtTrackingID, -1)
        } else if random.oneIn(12) {
            touchscreen.send(time, EventType.abs, AbsCode.mtTrackingID, takeTrackingID())  // another finger, without a lift between
        } else if random.oneIn(8) {
            move(slot, to: Int32(random(1000)), Int32(random(1000)), at: time)
        } else {
            let values = touchscreen.slots[slot].values
            func near(_ value: Int32) -> Int32 { Int32(min(max(Int(value) + random(81) - 40, 0), 999)) }
            move(slot, to: near(values.x), near(values.y), at: time)
        }
    }

    private func select(_ slot: Int, at time: Int64) {
        if touchscreen.currentSlot != slot { touchscreen.send(time, EventType.abs, AbsCode.mtSlot, Int32(slot)) }
    }

    /// Sends only changed values, as the kernel does.
    private func move(_ slot: Int, to x: Int32, _ y: Int32, at time: Int64) {
        let before = touchscreen.slots[slot].values
        if before.x != x { touchscreen.send(time, EventType.abs, AbsCode.mtPositionX, x) }
        if before.y != y { touchscreen.send(time, EventType.abs, AbsCode.mtPositionY, y) }
    }

    private func takeTrackingID() -> Int32 {
        defer { nextTrackingID += 1 }
        return nextTrackingID
    }
}
