/// Tools run one at a time; a few requests wait.
final class ToolQueue {
    func stop() {}
}
