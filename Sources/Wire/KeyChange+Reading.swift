import Text
import TouchCore

extension KeyChange {
    /// The largest number of keys in a request.
    static let mostInRequest = 128

    /// Reads the `keys` of a line, which were already checked against their shape.
    ///
    /// - Throws: `badRequest`, which names the key that does not exist.
    static func all(_ values: [JSONValue]) throws(RequestError) -> [KeyChange] {
        if values.count > mostInRequest {
            throw RequestError("a request has at most \(mostInRequest) keys, not \(values.count)", hint: "send the others in another request")
        }
        var changes: [KeyChange] = []
        for value in values {
            let name = value["key"]!.string!
            guard let code = KeyName.code(name) else {
                let meant = suggestion(for: name, among: KeyName.all).map { "; did you mean \($0)?" } ?? ""
                throw RequestError("there is no key \(name)\(meant)", hint: "keys have the kernel's names, as in linux/input-event-codes.h")
            }
            changes.append(KeyChange(code, isDown: value["down"]!.bool!))
        }
        return changes
    }
}
