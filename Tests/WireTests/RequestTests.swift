import JSON
import Testing

@testable import Wire

@Suite struct `Requests` {
    private func failure(_ line: String, atMost most: Int = .max) -> RequestError? {
        do throws(RequestError) {
            _ = try Request.parse(Array(line.utf8), atMost: most)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the id comes back as it was written`() throws {
        for id in ["1", "1.50", "\"x\"", "null"] {
            let request = try Request.parse(Array(#"{"type":"ping","id":\#(id)}"#.utf8))
            #expect(request.id == (try JSONReader.parse(Array(id.utf8))))
            #expect(request.isQuery && request.requirement == .nothing)
        }
        #expect(try Request.parse(Array(#"{"type":"ping"}"#.utf8)).id == nil)
    }

    @Test func `a type that this version does not know is passed over`() throws {
        guard case .unknown = try Request.parse(Array(#"{"type":"paint","id":1}"#.utf8)).body else {
            Issue.record("it is known")
            return
        }
    }

    @Test(arguments: [
        ("ping", "the line is not JSON"), ("[]", "a line is to be one JSON object"), ("{}", "the object has no \"type\""),
        (#"{"type":"ping","id":[]}"#, "\"id\" is to be a string or a number"), (#"{"type":"hit","x":1}"#, "\"y\": is missing"),
        (#"{"type":"hit","x":1,"y":"2"}"#, "\"y\": expected number"), (#"{"type":"claim","receivers":[]}"#, "\"receivers\": expected list with"),
        (#"{"type":"claim","receivers":["a",1]}"#, "\"receivers[1]\": expected string"),
        (#"{"type":"inject","touches":[{"phase":"hover"}]}"#, "\"touches[0].phase\": expected one of began"),
    ]) func `a wrong line is answered with what is wrong, and what to do`(line: String, message: String) {
        let error = failure(line)
        #expect(error?.code == .badRequest)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "taken")")
        #expect(error?.hint.isEmpty == false)
    }

    @Test func `the error carries the id of its request`() {
        #expect(failure(#"{"type":"hit","id":7}"#)?.id?.numberText == "7")
    }

    @Test func `a line has a bound on its values`() {
        #expect(failure(#"{"type":"ping","x":[1,2,3]}"#, atMost: 5)?.message.contains("more than 5 values") == true)
        #expect(failure(#"{"type":"ping","x":[1,2,3]}"#, atMost: 6) == nil)
    }

    @Test func `who may send what is said once, in the vocabulary`() throws {
        let lines = [
            (#"{"type":"subscribe"}"#, Requirement.nothing), (#"{"type":"release","receivers":["a"]}"#, .right(.claim)),
            (#"{"type":"edit","edits":[]}"#, .right(.edit)), (#"{"type":"status"}"#, .trust), (#"{"type":"reload"}"#, .admin),
        ]
        for (line, requirement) in lines { #expect(try Request.parse(Array(line.utf8)).requirement == requirement, "\(line)") }
    }
}
