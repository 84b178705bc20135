import Glibc

/// `touchd-simulate [--seed N] [--seconds S] [--steps N] [--verbose] [--report]`: see README.md.
@main
struct Main {
    static func main() {
        var (seed, seconds, steps, isVerbose, hasReport) = (UInt64.random(in: 1...999_999), 0, 400, false, false)
        var coverage = Coverage()
        var rest = CommandLine.arguments.dropFirst()
        while let option = rest.popFirst() {
            switch option {
            case "--verbose": isVerbose = true
            case "--report": hasReport = true
            case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
            case "--seconds": seconds = rest.popFirst().flatMap { Int($0) } ?? seconds
            case "--steps": steps = rest.popFirst().flatMap { Int($0) } ?? steps
            default:
                print("usage: touchd-simulate [--seed N] [--seconds S] [--steps N] [--verbose] [--report]")
                exit(64)
            }
        }
        setenv("TOUCHD_VERIFIER", "fatal", 1)
        signal(SIGPIPE, SIG_IGN)
        let start = time(nil)
        var (runs, bytes, all) = (0, 0, UInt64(0))
        repeat {
            LastWords.set("FAILED: seed \(seed) ended the process; again: make simulate SECONDS=0 SEED=\(seed)\n")
            do {
                let first = try run(seed, steps, isVerbose)
                if isVerbose { print("again:") }
                let second = try run(seed, steps, isVerbose)
                if first.hash != second.hash { throw Failure("the second run gave other bytes") }
                coverage.add(first.coverage)
                (runs, bytes, all) = (runs + 1, bytes + first.byteCount, all &* 31 &+ first.hash)
                if seconds == 0 { print("seed \(seed): \(first.byteCount) bytes, hash \(String(first.hash, radix: 16))") }
            } catch {
                if hasReport { print(coverage.report) }
                print("FAILED: seed \(seed): \(error)\nagain: make simulate SECONDS=0 SEED=\(seed)")
                exit(1)
            }
            seed += 1
        } while time(nil) - start < seconds
        print(hasReport ? coverage.report : coverage.summary)
        print("\(runs) seeds up to \(seed - 1), each twice: \(bytes) bytes to clients, hash of all \(String(all, radix: 16))")
    }

    private static func run(_ seed: UInt64, _ steps: Int, _ isVerbose: Bool) throws -> (hash: UInt64, byteCount: Int, coverage: Coverage) {
        let world = try World(seed: seed, isVerbose: isVerbose)
        do {
            for _ in 0..<steps { try world.step() }
            try world.finish()
        } catch {
            throw Failure("step \(world.coverage.steps + 1): \(error)")
        }
        return (world.hash, world.byteCount, world.coverage)
    }
}

/// The message printed when an assertion or the verifier ends the process.
private enum LastWords {
    nonisolated(unsafe) private static var words: UnsafeMutablePointer<CChar>?

    static func set(_ text: String) {
        let old = words
        words = strdup(text)
        free(old)
        for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV] {
            signal(number) { number in
                if let words = LastWords.words { write(STDOUT_FILENO, words, strlen(words)) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
