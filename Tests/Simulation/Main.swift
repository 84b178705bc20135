import Glibc

/// `touchd-simulate [--seed N] [--seconds S] [--steps N] [--each-fault] [--verbose] [--report]`: see README.md.
@main
struct Main {
    private static let usage = "usage: touchd-simulate [--seed N] [--seconds S] [--steps N] [--each-fault] [--verbose] [--report]"
    /// The seconds after which a run counts as hanging. Slow machines need a minute for one.
    private static let patience: UInt32 = 300
    /// The number of seeds, and the seconds after those of `--seconds`, within which each kind of fault must have occurred.
    private static let (mostSeeds, mostSeconds) = (150, 600)

    static func main() {
        var (seed, seconds, steps, isVerbose, hasReport) = (UInt64.random(in: 1...999_999), 0, 400, false, false)
        /// Whether it continues until each kind of fault has occurred.
        var needsEachFault = false
        var coverage = Coverage()
        var rest = CommandLine.arguments.dropFirst()
        func number<Number: FixedWidthInteger>(of option: String, atLeast least: Number) -> Number {
            let text = rest.popFirst() ?? ""
            guard let number = Number(text), number >= least else {
                print("touchd-simulate: \(option) needs a whole number from \(least) on, not \"\(text)\"\n\(usage)")
                exit(64)
            }
            return number
        }
        while let option = rest.popFirst() {
            switch option {
            case "--verbose": isVerbose = true
            case "--report": hasReport = true
            case "--each-fault": needsEachFault = true
            case "--seed": seed = number(of: option, atLeast: 0)
            case "--seconds": seconds = number(of: option, atLeast: 0)
            case "--steps": steps = number(of: option, atLeast: 1)
            default:
                print("touchd-simulate: \"\(option)\" is not an option\n\(usage)")
                exit(64)
            }
        }
        setenv("TOUCHD_VERIFIER", "fatal", 1)
        signal(SIGPIPE, SIG_IGN)
        let start = time(nil)
        var (runs, repeated, bytes, all) = (0, 0, 0, UInt64(0))
        func isDue() -> Bool { runs == 0 || time(nil) - start < seconds }
        func mayWaitForFaults() -> Bool { runs < mostSeeds && time(nil) - start < seconds + mostSeconds }
        while isDue() || needsEachFault && !coverage.missingFaults.isEmpty && mayWaitForFaults() {
            let repeats = isDue()
            do {
                let first = try run(seed, steps, isVerbose)
                if repeats {
                    if isVerbose { print("again:") }
                    let second = try run(seed, steps, isVerbose)
                    if first.hash != second.hash { throw Failure("the second run gave other bytes") }
                    repeated += 1
                }
                coverage.add(first.coverage)
                (runs, bytes, all) = (runs + 1, bytes + first.byteCount, all &* 31 &+ first.hash)
                if seconds == 0, !needsEachFault { print("seed \(seed): \(first.byteCount) bytes, hash \(String(first.hash, radix: 16))") }
            } catch {
                if hasReport { print(coverage.report) }
                print("FAILED: seed \(seed): \(error)\nagain: make simulate SECONDS=0 SEED=\(seed)")
                exit(1)
            }
            seed &+= 1
        }
        print(hasReport ? coverage.report : coverage.summary)
        let times = repeated == runs ? "each twice" : "\(repeated) of them twice"
        print("\(runs) seeds up to \(seed &- 1), \(times): \(bytes) bytes to clients, hash of all \(String(all, radix: 16))")
        if needsEachFault, !coverage.missingFaults.isEmpty {
            print("FAILED: these faults have not occurred in \(runs) seeds: \(coverage.missingFaults.joined(separator: ", "))")
            exit(1)
        }
    }

    private static func run(_ seed: UInt64, _ steps: Int, _ isVerbose: Bool) throws -> (hash: UInt64, byteCount: Int, coverage: Coverage) {
        LastWords.set(seed)
        alarm(patience)
        defer { alarm(0) }
        let world = try World(seed: seed, isVerbose: isVerbose)
        do {
            for step in 1...steps {
                LastWords.step = step
                try world.step()
            }
            LastWords.step = steps + 1
            try world.finish()
        } catch {
            throw Failure("step \(world.coverage.steps + 1): \(error)")
        }
        return (world.hash, world.byteCount, world.coverage)
    }
}

/// The message printed when an assertion, the verifier or the alarm ends the process.
private enum LastWords {
    nonisolated(unsafe) private static var before = strdup("")!
    nonisolated(unsafe) private static var after = strdup("")!
    /// The number of the current step; 0 before the first one.
    nonisolated(unsafe) static var step = 0

    static func set(_ seed: UInt64) {
        let old = (before, after)
        before = strdup("FAILED: seed \(seed), step ")
        after = strdup(": the process was ended, or hung; again: make simulate SECONDS=0 SEED=\(seed)\n")
        step = 0
        free(old.0)
        free(old.1)
        for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGALRM] {
            signal(number) { number in
                LastWords.write()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Writes the message. A signal may interrupt an allocation, so this allocates nothing, and does not call the simulated `write`.
    private static func write() {
        var digits: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (48, 48, 48, 48, 48, 48, 48, 48)
        var rest = step
        withUnsafeMutableBytes(of: &digits) { digits in
            var count = 0
            repeat {
                count += 1
                digits[digits.count - count] = UInt8(48 + rest % 10)
                rest /= 10
            } while rest > 0 && count < digits.count
            send(before, strlen(before))
            send(digits.baseAddress! + digits.count - count, count)
            send(after, strlen(after))
        }
    }

    private static func send(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
        var part = iovec(iov_base: bytes, iov_len: count)
        _ = writev(STDOUT_FILENO, &part, 1)
    }
}
