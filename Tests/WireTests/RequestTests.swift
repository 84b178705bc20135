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

    @Test(arguments: [#"{"type":"paint"}"#, #"{"type":"paint","id":null,"x":[1]}"#])
    func `a type that this version does not know is passed over in a line without an id`(line: String) throws {
        guard case .unknown = try Request.parse(Array(line.utf8)).body else {
            Issue.record("it is known")
            return
        }
    }

    @Test func `a type that this version does not know is unsupported where an id waits for the answer`() {
        let error = failure(#"{"type":"paint","id":"p7","colour":"red"}"#)
        #expect(error?.code == .unsupported && error?.id == .string("p7"))
        #expect(error?.message == #"there is no request "paint""#)
        #expect(failure(#"{"type":"subscibe","id":1}"#)?.message == #"there is no request "subscibe"; did you mean "subscribe"?"#)
    }

    @Test(arguments: [
        (#"{"type":"subscribe","id":1,"region":["a"]}"#, "region", "regions"), (#"{"type":"subscribe","regoins":["a"]}"#, "regoins", "regions"),
        (#"{"type":"subscribe","maxrate":60}"#, "maxrate", "maxRate"), (#"{"type":"unsubscribe","subscripton":1}"#, "subscripton", "subscription"),
        (#"{"type":"ping","di":1}"#, "di", "id"), (#"{"type":"claim","receiver":["a"]}"#, "receiver", "receivers"),
    ]) func `a key one letter away from one that the line lacks is refused, and the hint names the one`(line: String, key: String, meant: String) {
        let error = failure(line)
        #expect(error?.code == .badRequest)
        #expect(error?.message.hasPrefix("\"\(key)\": ") == true, "\(error?.message ?? "taken")")
        #expect(error?.hint.hasPrefix("did you mean \"\(meant)\"? ") == true, "\(error?.hint ?? "")")
    }

    @Test(arguments: [
        #"{"type":"subscribe","regions":["a"],"region":["b"]}"#, #"{"type":"subscribe","reg":["b"],"colour":"red"}"#,
        #"{"type":"ping","id":1,"ip":2}"#,
    ]) func `other keys that a request does not have are ignored`(line: String) { #expect(failure(line) == nil) }

    @Test(arguments: [
        ("ping", "the line is not JSON"), ("[]", "a line must be one JSON object"), ("{}", "the object has no \"type\""),
        (#"{"type":"ping","id":[]}"#, "\"id\" must be a string or a number"), (#"{"type":"hit","x":1}"#, "\"y\": is missing"),
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

    @Test func `an error about a line that exceeds a limit has the request's id`() {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        for (line, id) in [
            (#"{"id":7,"type":"ping","x":[1,2,3]}"#, JSONValue.whole(7)),
            (#"{"type":"ping","x":[1,{"id":3},"\"id\":4"], "id" : "a\u0062" }"#, "ab"),
            (##"{"id":8,"type":"edit","x":"## + deep + "}", .whole(8)),
            (##"{"type":"edit","x":"## + deep + ##","id":-1.5}"##, .number(-1.5)),
        ] {
            #expect(failure(line, atMost: 4)?.id == id, "\(line)")
        }
        for line in [#"{"id":[1,2],"type":"ping","x":[1,2,3]}"#, #"{"type":"ping","x":[1,2,3,"id"]}"#, #"[[1,2,3,4,5,"id",9]]"#] {
            #expect(failure(line, atMost: 4)?.id == nil, "\(line)")
        }
        #expect(failure(#"{"id":7,"type":"ping","#, atMost: 4)?.id == nil, "not JSON")
    }

    @Test func `who may send what is said once, in the vocabulary`() throws {
        let lines = [
            (#"{"type":"subscribe"}"#, Requirement.nothing), (#"{"type":"release","receivers":["a"]}"#, .right(.claim)),
            (#"{"type":"edit","edits":[]}"#, .right(.edit)), (#"{"type":"status"}"#, .right(.status)), (#"{"type":"reload"}"#, .right(.reload)),
        ]
        for (line, requirement) in lines { #expect(try Request.parse(Array(line.utf8)).requirement == requirement, "\(line)") }
    }
}
