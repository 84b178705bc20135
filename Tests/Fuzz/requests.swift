import Glibc

/// Four clients send arbitrary pieces of requests while fingers are down and time passes: every stream stays valid, every line of touchd conforms to
/// the protocol, nobody else sees into a sensitive region, every touch ends, and clients still connected at the end still get answers.
///
/// Each line of the input is a step (`Step`); `requests.py` writes some from docs/protocol.md.
func fuzzRequests(_ bytes: [UInt8]) {
    // The daemon must detect invalid streams too.
    setenv("TOUCHD_VERIFIER", "fatal", 1)
    let hall = Hall()
    for line in bytes.split(separator: UInt8(ascii: "\n")) { hall.perform(Step(line)) }
    hall.close()
}
