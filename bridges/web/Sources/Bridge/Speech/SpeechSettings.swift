import JSON
import NIOCore
import SettingsFile
import Speech

/// The settings and texts of touchd-speak, for pages that ask what it would say. They are read when a page asks, so that a page that is loaded again
/// shows the changes of a file, and at most once a second, so that requests are cheap.
struct SpeechSettings {
    /// The answer to a request that cannot be met.
    struct Refusal: Error, Equatable {
        /// The code, one of those of touchd.
        var code: String
        var message: String
        var hint: String
    }

    private static let keptFor: Int64 = 1_000_000

    private var last: (file: String?, result: Result<Speaker, Refusal>, time: Int64)?

    /// Returns a speaker at its beginning.
    ///
    /// - Parameter file: the settings that web.yaml names; nil for the usual ones.
    /// - Parameter time: µs.
    mutating func speaker(_ file: String?, at time: Int64) throws(Refusal) -> Speaker {
        if let last, last.file == file, time - last.time < Self.keptFor { return try last.result.get() }
        let result: Result<Speaker, Refusal>
        do throws(Refusal) { result = .success(try Self.load(file)) } catch { result = .failure(error) }
        last = (file, result, time)
        return try result.get()
    }

    private static func load(_ file: String?) throws(Refusal) -> Speaker {
        do throws(SettingsFile.Refused) { return try Speaker(file: file) } catch {
            if file == nil, !Speaker.hasUsualSettings {
                throw Refusal(
                    code: "unsupported", message: "touchd-speak is not installed here, so nobody knows what it would say",
                    hint: "install touchd-speak, or name its settings with \"speech\" in the bridge's settings")
            }
            throw Refusal(
                code: "refused", message: error.messages.joined(separator: "\n"), hint: "correct the settings of touchd-speak, and ask again")
        }
    }
}

extension ByteBuffer {
    /// Returns the bridge's own reply to a request.
    ///
    /// - Parameter refusal: the reason why the request is refused; nil if it is met.
    static func reply(_ id: JSONValue?, _ refusal: SpeechSettings.Refusal? = nil) -> ByteBuffer {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("type")
        writer.string("reply")
        if let id {
            writer.key("id")
            writer.value(id)
        }
        writer.key("ok")
        writer.bool(refusal == nil)
        if let refusal {
            writer.key("error")
            writer.beginObject()
            for (key, text) in [("code", refusal.code), ("message", refusal.message), ("hint", refusal.hint)] {
                writer.key(name: key)
                writer.string(text)
            }
            writer.endObject()
        }
        writer.endObject()
        return ByteBuffer(bytes: writer.bytes)
    }
}
