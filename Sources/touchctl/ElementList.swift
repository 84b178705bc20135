import Text
import TouchCore
import Wire

/// The elements of a tree in the order of the focus, for people and for programs. Sensitive regions are open, as for their owner.
struct ElementList {
    private let screens: [(id: String, elements: [AccessibleElement])]

    init(_ tree: RegionTree) {
        screens = tree.screens.enumerated().map { index, screen in
            let elements = AccessibleTree(tree)
            return (screen.id, elements.focusRing(ofScreen: index) { _ in true }.map { elements.element($0) })
        }
    }

    /// A JSON object for each element: its screen, its place from 1, and its members in a `focus` line.
    var objects: [[UInt8]] {
        screens.flatMap { screen in
            screen.elements.enumerated().map { number, element in
                var writer = JSONWriter()
                writer.beginObject()
                writer.key("screen")
                writer.string(screen.id)
                writer.key("place")
                writer.integer(number + 1)
                element.write(into: &writer)
                writer.endObject()
                return writer.bytes
            }
        }
    }

    /// The elements of each screen, numbered, each with what would be said.
    var lines: [String] {
        screens.flatMap { screen in
            let title = screens.count > 1 ? ["screen \(printable(screen.id))"] : []
            if screen.elements.isEmpty { return title + ["no element: the focus has nowhere to go"] }
            let width = String(screen.elements.count).count
            return title
                + screen.elements.enumerated().map {
                    "\(pad(String($0 + 1), width, before: true))  \(printable($1.path)): \(printable(Self.spoken($1)))"
                }
        }
    }
}

extension ElementList {
    /// Returns the words that a program would say: label, role, value, and then the hint.
    private static func spoken(_ element: AccessibleElement) -> String {
        let number: String? =
            switch element.value {
            case .text(let text): text
            case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
            case .isOn(let isOn): isOn ? "on" : "off"
            case nil: nil
            }
        let words = [element.label ?? "(no label)", element.role?.rawValue, number].compactMap(\.self).joined(separator: ", ")
        return words + (element.hint.map { ". \($0)" } ?? "") + (element.language.map { " [\($0)]" } ?? "")
            + (element.isPrivate ? " [by headset only]" : "")
    }
}
