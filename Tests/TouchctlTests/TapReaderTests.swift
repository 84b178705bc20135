import Testing
import TouchCore

@testable import touchctl

@Suite struct TapReaderTests {
    /// A reader with ten slots and 1000 by 500 units.
    private func reader(_ state: (slots: [KernelSlot], current: Int)?) -> TapReader {
        var panel = PanelDescription(name: "one", vendor: 1, product: 2)
        panel[axis: AbsCode.mtPositionX] = AxisInfo(minimum: 0, maximum: 999)
        panel[axis: AbsCode.mtPositionY] = AxisInfo(minimum: 0, maximum: 499)
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 9)
        panel[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        return TapReader(PanelProfile(panel), state: state)
    }

    /// The taps made by reports, each of a slot's tracking id and place.
    private func taps(_ reports: [[(code: UInt16, value: Int32)]], state: (slots: [KernelSlot], current: Int)? = nil) -> [Point] {
        var reader = reader(state)
        var taps: [Point] = []
        for report in reports {
            for event in report {
                if let tap = reader.handle(InputEvent(time: 0, type: EventType.abs, code: event.code, value: event.value)) { taps.append(tap) }
            }
            if let tap = reader.handle(InputEvent(time: 0, type: EventType.syn, code: SynCode.report, value: 0)) { taps.append(tap) }
        }
        return taps
    }

    private let slot = AbsCode.mtSlot
    private let id = AbsCode.mtTrackingID
    private let x = AbsCode.mtPositionX
    private let y = AbsCode.mtPositionY

    @Test func `a tap is where the finger was on average, on the panel's range`() {
        #expect(taps([[(id, 5), (x, 500), (y, 50)], [(x, 520)], [(id, -1)]]) == [Point(0.51, 0.1)])
    }

    @Test func `a finger that goes away is no tap`() {
        #expect(taps([[(id, 5), (x, 100), (y, 50)], [(x, 200)], [(id, -1)]]).isEmpty)
    }

    @Test func `two fingers are no tap, and the next one is`() {
        let two: [[(code: UInt16, value: Int32)]] = [
            [(id, 5), (x, 100), (y, 50), (slot, 1), (id, 6), (x, 800), (y, 50)], [(id, -1)], [(slot, 0), (id, -1)],
        ]
        #expect(taps(two).isEmpty)
        #expect(taps(two + [[(id, 7), (x, 500), (y, 250)], [(id, -1)]]) == [Point(0.5, 0.5)])
    }

    @Test func `an axis that the kernel has not said is waited for, unless its state is known`() {
        // The previous finger was at the same x.
        let reports: [[(code: UInt16, value: Int32)]] = [[(id, 5), (y, 250)], [(y, 251)], [(id, -1)]]
        #expect(taps(reports).isEmpty)
        #expect(taps(reports + [[(id, 6), (x, 500), (y, 250)], [(id, -1)]]) == [Point(0.5, 0.5)])
        var values = ContactValues()
        values.x = 500
        let slots = [KernelSlot(trackingID: -1, values: values)]
        #expect(taps([[(id, 5), (y, 250)], [(id, -1)]], state: (slots, 0)) == [Point(0.5, 0.5)])
    }
}
