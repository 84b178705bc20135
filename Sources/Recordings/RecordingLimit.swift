/// The limits of a recording: far above any real one, and low enough that a wrong file cannot fill the memory.
public enum RecordingLimit {
    public static let fileBytes = 256 << 20
    /// The maximum length of a line, without its end.
    public static let lineBytes = 64 << 10

    static func tooLarge(_ file: String) -> RecordingError {
        RecordingError(file: file, message: "the file is larger than \(fileBytes >> 20) MiB, the limit for a recording")
    }
}
