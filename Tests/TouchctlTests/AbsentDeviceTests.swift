import Configuration
import Glibc
import JSON
import Testing
import Wire

@testable import touchctl

/// Why there is no touchscreen, and which panels of the configuration have none.
@Suite struct AbsentDeviceTests {
    @Test func `a missing folder, an empty one and one without a touchscreen have their reasons`() {
        var template = Array("/tmp/touchctl-input-XXXXXX".utf8CString)
        let path = String(cString: mkdtemp(&template)!)
        let names = ["event0", "event1", "mice"]
        defer {
            for name in names { unlink(path + "/" + name) }
            rmdir(path)
        }
        #expect(InputFolder.summary(path + "/none", udev: path).hasPrefix("\(path)/none is missing: "))
        #expect(InputFolder.summary(path, udev: path).hasPrefix("\(path) has no event nodes: "))
        for name in names { close(open(path + "/" + name, O_CREAT | O_WRONLY, 0o600)) }
        #expect(InputFolder.summary(path, udev: path).hasPrefix("none of the 2 event nodes in \(path) is a touchscreen; "))
        #expect(InputFolder.summary(path, udev: path + "/none").hasPrefix("\(path)/none is missing, "))
    }

    @Test func `panels of the configuration without a device are listed with what they match`() throws {
        let text = """
            version: 1
            screens:
              - id: main
                size: [100, 100]
                panels:
                  - match: { name: "Left*" }
                    area: [0, 0, 50, 100]
                  - match: { recording: tap.evemu }
                    area: [50, 0, 50, 100]
            """
        let settings = try #require(readConfiguration(Array(text.utf8), file: "f").settings)
        #expect(
            AbsentPanels(settings, []).lines == [
                "panel main-0: no device matches its \"match\" (line 6)", "panel main-1: a recording, tap.evemu",
            ])
        func device(_ panel: String?, _ reason: String) -> DeviceEntry {
            DeviceEntry(node: "/dev/input/event5", name: "Left 1", vendor: 1, product: 2, idPath: "", phys: "", panel: panel, reason: reason)
        }
        #expect(AbsentPanels(settings, [device("main-0", "matched"), device("main-1", "matched")]).lines == [])
        #expect(
            AbsentPanels(settings, [device(nil, "refused: it is busy")]).lines.first
                == "panel main-0: its \"match\" fits /dev/input/event5, which was refused (see above)")
    }

    @Test func `of the running touchd the panels that are closed are listed`() throws {
        let status = try JSONReader.parse(
            Array(
                #"""
                {"panels":[{"panel":"main-0","node":"tap.evemu"},{"panel":"main-1","node":"/dev/input/event3"}],
                "configuredPanels":[{"panel":"main-0","open":true},{"panel":"side-0","screen":"side","open":false}]}
                """#.utf8))
        #expect(AbsentPanels(status, settings: nil, []).lines == ["panel side-0: no device is used for it"])
        #expect(AbsentPanels(nil, settings: nil, []).lines == [])
        let text = "version: 1\nscreens: [{ id: side, size: [9, 9], panels: [{ match: { recording: side.evemu } }] }]"
        let settings = readConfiguration(Array(text.utf8), file: "f").settings
        #expect(AbsentPanels(status, settings: settings, []).lines == ["panel side-0: for the recording side.evemu, which does not play now"])
    }
}
