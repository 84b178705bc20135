import Glibc

/// The number of rounds of a random test; `TOUCHD_ROUNDS=100 swift test --filter PropertyTests` multiplies it by a hundred.
public func rounds(_ few: Int) -> Int { few * (getenv("TOUCHD_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1) }

/// The seed from `TOUCHD_SEED=…`, which repeats the one round that a failure has named.
public let givenSeed: UInt64? = getenv("TOUCHD_SEED").flatMap { UInt64(String(cString: $0)) }
