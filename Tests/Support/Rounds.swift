import Glibc

/// How many rounds a random test takes: `TOUCHD_ROUNDS=100 swift test --filter PropertyTests` takes a hundred times as many.
public func rounds(_ few: Int) -> Int { few * (getenv("TOUCHD_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1) }
