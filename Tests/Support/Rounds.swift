import Glibc

/// How many rounds a random test takes: `TOUCHD_ROUNDS=100 swift test --filter PropertyTests` takes a hundred times as many.
public func rounds(_ few: Int) -> Int { few * (getenv("TOUCHD_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1) }

/// `TOUCHD_SEED=…` repeats the one round that a failure has named.
public let givenSeed: UInt64? = getenv("TOUCHD_SEED").flatMap { UInt64(String(cString: $0)) }
