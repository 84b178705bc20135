import TouchCore

/// A request to put a configuration or a calibration into force for a limited time, instead of the file's.
public struct TryRequest: Sendable {
    public enum Subject: Sendable {
        /// The text of a configuration, or a part of it.
        ///
        /// - hasMore: further parts follow.
        case configuration(String, hasMore: Bool)
        /// The whole calibration of a panel, in place of udev's and the file's.
        case calibration(AffineTransform, panel: String)
    }

    /// The maximum duration in seconds.
    static let maximumSeconds = 3600.0

    private let text: String?
    private let hasMore: Bool
    private let calibration: (panel: String, matrix: AffineTransform)?
    /// The duration of the trial, µs.
    public let duration: Int64

    /// Reads the members of a `try` line.
    init(_ line: Members) {
        text = line["configuration"]?.string
        hasMore = line["more"]?.bool ?? false
        duration = Int64(microsecondsOf: line["seconds"]?.number ?? 60)
        calibration = line["calibration"].map { calibration in
            let m = calibration["matrix"]!.array!.map { $0.number! }
            return (calibration["panel"]!.string!, AffineTransform(a: m[0], b: m[3], c: m[1], d: m[4], tx: m[2], ty: m[5]))
        }
    }

    /// Returns the configuration or the calibration to try.
    ///
    /// - Throws: `badRequest` if the request has both or neither, or a matrix that cannot be inverted.
    public func subject() throws(RequestError) -> Subject {
        switch (text, calibration) {
        case (let text?, nil): return .configuration(text, hasMore: hasMore)
        case (nil, let (panel, matrix)?) where !hasMore:
            if matrix.isUsable { return .calibration(matrix, panel: panel) }
            throw RequestError(
                "\"matrix\" cannot be inverted: a·e − b·d is \(matrix.determinant)", hint: "it maps different places to one; measure again")
        default:
            throw RequestError(
                "a \"try\" must have either \"configuration\" or \"calibration\"", hint: "\"more\" is only for the parts of a \"configuration\"")
        }
    }
}
