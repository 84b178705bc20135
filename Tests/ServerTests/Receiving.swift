import Glibc
import Testing
import Wire

@testable import Server

extension Stage {
    /// Receives all lines for a client until none are left.
    func receive(_ client: TestClient) -> [JSONValue] {
        var lines: [JSONValue] = []
        while true {
            let more = client.receive()
            lines += more
            turn()
            if more.isEmpty && client.isDrained { break }
        }
        #expect(publisher.counters.violations == expectedViolations)
        return lines
    }
}

extension TestClient {
    /// The complete lines received since the last call.
    func receive() -> [JSONValue] {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = read(fd, &chunk, chunk.count)
        isDrained = count <= 0
        if count == 0 || (count < 0 && errno != EAGAIN) { isClosed = true }
        if count > 0 {
            input += chunk[..<count]
            bytes += chunk[..<count]
            lastBytes = String(decoding: chunk[..<count], as: UTF8.self)
        }
        var lines: [JSONValue] = []
        while let end = input.firstIndex(of: 10) {
            let line = try! JSONReader.parse(Array(input[..<end]))
            do throws(WireFlaw) { try WireMessage.check(lineOfServer: line) } catch {
                Issue.record("a line that the vocabulary does not know: \(error) in \(String(decoding: input[..<end], as: UTF8.self))")
            }
            lines.append(line)
            input.removeSubrange(...end)
        }
        return lines
    }
}

/// Returns why a client's stream breaks contract 2.1 or contract 5, or nil. Written independently of the verifier.
func flaw(in lines: [JSONValue]) -> String? {
    var seq = 0
    var down: Set<Int> = []
    var used: Set<Int> = []
    for line in lines {
        if let next = line.int("seq") {
            if next != seq + 1 { return "seq \(next) after \(seq)" }
            seq = next
        }
        for event in line.events {
            let id = event.int("id")!
            let phase = event["phase"]!.string!
            if phase == "began" {
                if !used.insert(id).inserted { return "\(id) began twice" }
                down.insert(id)
            } else if !down.contains(id) {
                return "\(id) \(phase) without began"
            }
            if phase == "ended" || phase == "cancelled" { down.remove(id) }
            if (event["reason"] != nil) != (phase == "cancelled") { return "\(id) \(phase): reason" }
        }
    }
    return nil
}
