import Foundation
import Testing
@testable import TouchCore

/// docs/protocol.md describes when each reason occurs.
@Test func `every reason is documented`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("docs/protocol.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for reason in CancelReason.allCases {
        #expect(rows.contains { $0.split(separator: "|")[0].contains("`\(reason.rawValue)`") }, "\(reason.rawValue)")
    }
}
