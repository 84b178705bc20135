import CLinux
import Foundation
import Glibc
import Testing

@Suite struct `The right to make input devices` {
    /// The errno of each call on a pipe, in a thread that has given up the right or not; without the filter the kernel returns ENOTTY.
    private func outcomes(refusing: Bool) async -> [String: Int32] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                // A filter applies to its thread only, so other tests are not affected.
                let isSet = refusing ? clinux_refuse_uinput() : 0
                var ends: [Int32] = [0, 0]
                pipe(&ends)
                defer { for end in ends { close(end) } }
                func code(_ call: (Int32) -> Int32) -> Int32 { call(ends[1]) < 0 ? errno : 0 }
                var axis = input_absinfo()
                continuation.resume(returning: [
                    "the filter": isSet,
                    "UI_ABS_SETUP": code { clinux_uinput_axis($0, 0, &axis) },
                    "UI_SET_EVBIT": code { clinux_uinput_touchscreen($0, "touchd", "touchd/main-0", 0, 0, 0) },
                    "UI_DEV_DESTROY": code { clinux_uinput_destroy($0) },
                    "UI_GET_SYSNAME": code {
                        var name = [CChar](repeating: 0, count: 64)
                        return clinux_uinput_sysname($0, &name, name.count)
                    },
                    "EVIOCGKEY": code { clinux_has_contact($0, 0, 0x14a) },
                    "write": code { Int32(write($0, "x", 1)) },
                ])
            }
        }
    }

    @Test func `a thread that has given it up can ask and write, and change nothing`() async {
        #expect(
            await outcomes(refusing: true) == [
                "the filter": 0, "UI_ABS_SETUP": EPERM, "UI_SET_EVBIT": EPERM, "UI_DEV_DESTROY": EPERM, "UI_GET_SYSNAME": ENOTTY, "EVIOCGKEY": ENOTTY,
                "write": 0,
            ])
    }

    @Test func `without that the kernel is asked`() async {
        let outcomes = await outcomes(refusing: false)
        #expect(["UI_ABS_SETUP", "UI_SET_EVBIT", "UI_DEV_DESTROY", "UI_GET_SYSNAME"].allSatisfy { outcomes[$0] == ENOTTY }, "\(outcomes)")
    }
}
