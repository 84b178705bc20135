import Calibration
import JSON
import Panels
import TouchCore

/// The input of `touchctl calibrate --solve`: touches on crosses, and facts about the panel.
struct CalibrationRequest {
    struct Fault: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The distance by which a touch may be off the panel or the screen, as a share of its size. A panel may report values a little beyond its stated
    /// range.
    private static let tolerance = 0.1

    let pairs: [PointPair]
    let screen: Size
    let display: Size?
    let panel: CalibratedPanel

    init(_ bytes: [UInt8]) throws {
        let value: JSONValue
        do { value = try JSONReader.parse(bytes, atMost: 10_000) } catch { throw Fault("not JSON: \(error)") }
        guard let points = value["points"]?.array else { throw Fault("\"points\" must be a list") }
        guard points.count <= 1000 else { throw Fault("\"points\" has more than 1000 points") }
        pairs = try points.enumerated().map { index, point in
            guard let shown = Self.pair(point["shown"]), let raw = Self.pair(point["raw"]) else {
                throw Fault("point \(index + 1): \"shown\" and \"raw\" must each be [x, y]")
            }
            return PointPair(shown: Point(shown.0, shown.1), raw: Point(raw.0, raw.1), panel: point["panel"]?.string)
        }
        guard let screen = try Self.size(value["screen"], "screen") else { throw Fault("\"screen\" must be [width, height]") }
        self.screen = screen
        for (index, pair) in pairs.enumerated() {
            guard Self.isOn(pair.raw, Size(1, 1)) else { throw Fault("point \(index + 1): \"raw\" must be from 0 to 1 over the panel") }
            guard Self.isOn(pair.shown, screen) else { throw Fault("point \(index + 1): \"shown\" is not on the screen") }
        }
        display = try Self.size(value["millimetres"], "millimetres")
        panel = try Self.panel(value["panel"] ?? .null, value["configuration"]?.string, screen)
    }

    /// The facts about the panel.
    ///
    /// - Parameter configuration: the text of the configuration in force, for facts that the request does not give.
    private static func panel(_ value: JSONValue, _ configuration: String?, _ picture: Size) throws -> CalibratedPanel {
        var panel = CalibratedPanel()
        panel.id = value["id"]?.string ?? ""
        if let configuration { panel = FoundPanel.facts(ofPanel: panel.id, in: configuration, on: picture) }
        // udev knows the device, because this program runs on the machine that has the panel.
        if let node = value["node"]?.string, let device = PanelWatcher().present().first(where: { $0.node == node }) {
            panel.udev = device.calibration
        }
        panel.name = value["name"]?.string ?? ""
        panel.vendor = value["vendor"]?.string.flatMap { UInt16($0, radix: 16) }
        panel.product = value["product"]?.string.flatMap { UInt16($0, radix: 16) }
        panel.idPath = value["idPath"]?.string ?? ""
        panel.phys = value["phys"]?.string ?? ""
        panel.millimetres = try size(value["millimetres"], "panel.millimetres")
        panel.virtualPhys = value["virtualPhys"]?.string ?? ""
        if let degrees = value["rotation"]?.number {
            guard let rotation = Int(exactly: degrees).flatMap(Rotation.init) else { throw Fault("\"panel.rotation\" must be 0, 90, 180 or 270") }
            panel.rotation = rotation
        }
        if let area = value["area"], area != .null {
            let numbers = area.array?.compactMap(\.number) ?? []
            guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { throw Fault("\"panel.area\" must be [x, y, width, height]") }
            panel.area = Rect(numbers[0], numbers[1], numbers[2], numbers[3])
        }
        if let udev = value["udev"], udev != .null { panel.udev = try matrix(udev, "panel.udev") }
        if let configured = value["configured"], configured != .null { panel.configured = try matrix(configured, "panel.configured") }
        return panel
    }

    private static func matrix(_ value: JSONValue, _ name: String) throws -> AffineTransform {
        guard let matrix = AffineTransform(rows: value.array?.compactMap(\.number) ?? []), matrix.isUsable else {
            throw Fault("\"\(name)\" must be six numbers, [a, b, c, d, e, f], of a matrix that can be inverted")
        }
        return matrix
    }

    private static func size(_ value: JSONValue?, _ name: String) throws -> Size? {
        guard let value, value != .null else { return nil }
        guard let (width, height) = pair(value), width > 0, height > 0 else { throw Fault("\"\(name)\" must be [width, height]") }
        return Size(width, height)
    }

    private static func isOn(_ point: Point, _ size: Size) -> Bool {
        let (beyondX, beyondY) = (tolerance * size.width, tolerance * size.height)
        return (-beyondX...size.width + beyondX).contains(point.x) && (-beyondY...size.height + beyondY).contains(point.y)
    }

    private static func pair(_ value: JSONValue?) -> (Double, Double)? {
        guard let numbers = value?.array?.compactMap(\.number), numbers.count == 2, value?.array?.count == 2 else { return nil }
        return (numbers[0], numbers[1])
    }
}
