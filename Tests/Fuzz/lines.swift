import Wire

/// Arbitrary bytes are a request or are refused with a place in the line and a hint, in a reply that the protocol allows. Any JSON that was read can
/// be written and read again.
func fuzzLines(_ bytes: [UInt8]) {
    let value = readAgain(bytes)
    readAtMost(bytes, value)
    var refusal: RequestError?
    do throws(RequestError) {
        if case .object = try Request.parse(bytes).id {} else { return }
        fatalError("an id that is an object")
    } catch { refusal = error }
    guard let refusal else { return }
    if refusal.message.isEmpty || refusal.hint.isEmpty { fatalError("refused without a word") }
    let reply = ServerMessages.reply(to: refusal)
    do {
        let line = try JSONReader.parse(Array(reply.dropLast()))
        try WireMessage.check(lineOfServer: line)
        // Numbers keep their original text.
        if let id = refusal.id, id != line["id"] { fatalError("the id comes back as another: \(id), \(line["id"] ?? .null)") }
    } catch {
        fatalError("\(error) in \(String(decoding: reply, as: UTF8.self))")
    }
}

private func readAgain(_ bytes: [UInt8]) -> JSONValue? {
    let value: JSONValue
    do throws(JSONError) { value = try JSONReader.parse(bytes) } catch {
        if !(0...bytes.count).contains(error.offset) { fatalError("there is no such byte: \(error)") }
        return nil
    }
    var written: [UInt8] = []
    value.write(into: &written)
    do throws(JSONError) {
        if try JSONReader.parse(written) != value { fatalError("another value was written than was read") }
    } catch {
        fatalError("what was written is refused: \(error)")
    }
    return value
}

/// Reads the bytes with a limit on the number of values: the result is the same, or none.
private func readAtMost(_ bytes: [UInt8], _ value: JSONValue?) {
    let few = try? JSONReader.parse(bytes, atMost: 16)
    if let few, few != value { fatalError("with a bound another value is read") }
    if few == nil, let value, values(value) <= 16, !bytes.contains(UInt8(ascii: "{")) { fatalError("refused within the bound") }
}

/// The number of values, including those in lists.
private func values(_ value: JSONValue) -> Int {
    switch value {
    case .array(let items): 1 + items.reduce(0) { $0 + values($1) }
    case .object(let members): 1 + members.values.reduce(0) { $0 + values($1) }
    default: 1
    }
}
