import CLinux
import Glibc
import TouchCore

/// A display that is drawn on without a desktop.
final class Display {
    /// The reason why nothing can be drawn.
    struct Failure: Error, CustomStringConvertible {
        enum Kind { case none, taken, denied }
        let kind: Kind
        let description: String
    }

    /// A graphics card. The console comes back when the last of the card's displays is released.
    private final class Card {
        let fd: Int32
        init(_ fd: Int32) { self.fd = fd }
        deinit { close(fd) }
    }

    private let card: Card
    private let display: clinux_display
    private var picture: clinux_picture
    /// The connector's name as in /sys/class/drm, without the card.
    let connector: String
    /// The size in pixels.
    let size: Size
    /// The size in mm; nil if the display does not state it.
    let millimetres: Size?
    /// The pixels in the display's own order.
    let pixels: UnsafeMutablePointer<UInt32>
    var stride: Int { Int(picture.stride) }

    private init(_ card: Card, _ display: clinux_display) throws(Failure) {
        var display = display
        self.card = card
        connector = withUnsafeBytes(of: &display.connector) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        size = Size(Double(display.width), Double(display.height))
        millimetres = display.mm_width > 0 && display.mm_height > 0 ? Size(Double(display.mm_width), Double(display.mm_height)) : nil
        var picture = clinux_picture()
        guard clinux_picture_make(card.fd, &display, &picture) == 0, let pixels = picture.pixels else {
            throw Failure(kind: .none, description: "cannot draw on \(connector): \(String(cString: strerror(errno)))")
        }
        (self.display, self.picture, self.pixels) = (display, picture, pixels)
    }

    deinit { clinux_picture_forget(card.fd, &picture) }

    /// A canvas as people see the display if a compositor turns the picture.
    func canvas(turn: Rotation = .none) -> Canvas {
        Canvas(pixels, width: Int(size.width), height: Int(size.height), stride: stride, turn: turn)
    }

    /// Shows the drawing.
    func show() throws(Failure) {
        var (display, picture) = (display, picture)
        clinux_picture_flush(card.fd, &picture)
        guard clinux_picture_show(card.fd, &display, &picture) == 0 else {
            throw Failure(kind: .taken, description: "cannot show anything on \(connector): \(String(cString: strerror(errno)))")
        }
    }

    /// Updates the display with everything drawn since the last `show` or `flush`.
    func flush() {
        var picture = picture
        clinux_picture_flush(card.fd, &picture)
    }

    /// All connected displays, in the order of the cards.
    static func all() throws(Failure) -> [Display] {
        var found: [Display] = []
        var failure = Failure(kind: .none, description: "there is no graphics card (/dev/dri/card0)")
        for number in 0..<16 {
            let path = "/dev/dri/card\(number)"
            guard access(path, F_OK) == 0 else { continue }
            let fd = clinux_card_open(path)
            guard fd >= 0 else {
                failure = why(path, errno)
                continue
            }
            let card = Card(fd)
            var displays = [clinux_display](repeating: clinux_display(), count: 16)
            let count = clinux_card_displays(fd, &displays, Int32(displays.count))
            if count <= 0, failure.kind == .none { failure = Failure(kind: .none, description: "no display is connected to \(path)") }
            for index in 0..<max(Int(count), 0) { found.append(try Display(card, displays[index])) }
        }
        if found.isEmpty { throw failure }
        return found
    }

    private static func why(_ path: String, _ code: Int32) -> Failure {
        if access(path, R_OK | W_OK) != 0 {
            return Failure(kind: .denied, description: "cannot open \(path): permission denied; run touchctl as root")
        }
        let holders = Processes(LiveSystem()).holders(of: path).known.summary
        return Failure(
            kind: .taken,
            description: "another program draws on \(path)\(holders.isEmpty ? "" : ": \(holders)"). Stop the kiosk's compositor while you calibrate "
                + "(\"systemctl stop\" its service), or use the calibration page of touchd-web-admin, which needs the compositor (docs/web.md)")
    }
}
