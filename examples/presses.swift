// Prints the regions that are pressed: swift run touchd-presses [GLOB of region paths]...
import Glibc
import TouchdClient

@main struct Example {
    static func main() async throws {
        let regions = CommandLine.arguments.dropFirst()
        for try await press in Presses(on: regions.isEmpty ? ["**"] : Array(regions)) {
            print("pressed", press.region ?? "")
            fflush(nil)
        }
    }
}
