import Glibc
import Testing
import TouchCore

@testable import Configuration

@Suite struct ShippedFilesTests {
    @Test(arguments: ["touchd.yaml", "demo.yaml", "kiosk.yaml"])
    func `shipped configurations are valid and use nothing that has no effect`(name: String) throws {
        // A panel of 23 inches.
        let result = try checkConfiguration(file: "\(Fixtures.repository)/config/\(name)") { _ in
            ["main-0": Size(3.77, 3.77), "main-1": Size(3.77, 3.77)]
        }
        #expect(result.diagnostics.map(\.description) == [])
        #expect(result.settings != nil)
    }

    @Test func `the default is one window that takes every finger of any panel`() throws {
        let settings = try #require(try loadConfiguration(file: "\(Fixtures.repository)/config/touchd.yaml").settings)
        var window = RegionSpec(id: "screen", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1920, 1080)))
        window.isMultipleTouchEnabled = true
        let screen = ScreenSettings(
            spec: ScreenSpec(id: "main", size: Size(1920, 1080), windows: [window]),
            panels: [PanelSettings(id: "main-0", match: PanelMatch(name: "*"))])
        #expect(settings == Settings(screens: [screen]))
    }

    /// Compares the schema; with UPDATE_SCHEMA set in the environment the file is written instead.
    @Test func `the shipped schema is the one that the shapes give`() throws {
        let path = "\(Fixtures.repository)/config/touchd.schema.json"
        if getenv("UPDATE_SCHEMA") != nil {
            let file = try #require(fopen(path, "w"))
            fputs(configurationJSONSchema(), file)
            fclose(file)
        }
        #expect(try String(decoding: Fixtures.read(path), as: UTF8.self) == configurationJSONSchema())
    }
}
