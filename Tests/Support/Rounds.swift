import Glibc
import Synchronization

/// The number of rounds of a random test; `TOUCHD_ROUNDS=100 swift test --filter PropertyTests` multiplies it by a hundred.
public func rounds(_ few: Int) -> Int { few * (getenv("TOUCHD_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1) }

/// The seed from `TOUCHD_SEED=…`, which repeats the one round that a failure has named.
public let givenSeed: UInt64? = getenv("TOUCHD_SEED").flatMap { UInt64(String(cString: $0)) }

private let given = getenv("TOUCHD_SEEDS").map { String(cString: $0) }
private let count = Mutex<[String: UInt64]>([:])

/// A seed for a random test. `TOUCHD_SEEDS=N` makes the seeds a function of N, the calling line and the number of its calls, so that a tree passes or
/// fails each time; `make test` sets it. Without it seeds are random.
public func newSeed(_ file: StaticString = #fileID, _ line: UInt = #line) -> UInt64 {
    guard let given else { return UInt64.random(in: .min ... .max) }
    let call = "\(given) \(file):\(line)"
    let number = count.withLock { count in
        count[call, default: 0] += 1
        return count[call]!
    }
    // FNV-1a.
    return "\(call) \(number)".utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
