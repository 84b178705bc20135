import Glibc

/// `touchd-simulate [--seed N] [--seconds S] [--steps N] [--verbose]`: see README.md.
@main
struct Main {
    static func main() {
        var (seed, seconds, steps, isVerbose) = (UInt64.random(in: 1...999_999), 0, 400, false)
        var rest = CommandLine.arguments.dropFirst()
        while let option = rest.popFirst() {
            switch option {
            case "--verbose": isVerbose = true
            case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
            case "--seconds": seconds = rest.popFirst().flatMap { Int($0) } ?? seconds
            case "--steps": steps = rest.popFirst().flatMap { Int($0) } ?? steps
            default:
                print("usage: touchd-simulate [--seed N] [--seconds S] [--steps N] [--verbose]")
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
                let second = try run(seed, steps, false)
                if first.hash != second.hash { throw Failure("the second run gave other bytes") }
                (runs, bytes, all) = (runs + 1, bytes + first.byteCount, all &* 31 &+ first.hash)
                if seconds == 0 { print("seed \(seed): \(first.byteCount) bytes, hash \(String(first.hash, radix: 16))") }
            } catch {
                print("FAILED: seed \(seed): \(error)\nagain: make simulate SECONDS=0 SEED=\(seed)")
                exit(1)
            }
            seed += 1
        } while time(nil) - start < seconds
        print("\(runs) seeds up to \(seed - 1), each twice: \(bytes) bytes to clients, hash of all \(String(all, radix: 16))")
    }

    private static func run(_ seed: UInt64, _ steps: Int, _ isVerbose: Bool) throws -> (hash: UInt64, byteCount: Int) {
        let world = try World(seed: seed, isVerbose: isVerbose)
        do {
            for _ in 0..<steps { try world.step() }
            try world.finish()
        } catch {
            throw Failure("step \(world.steps): \(error)")
        }
        return (world.hash, world.byteCount)
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
