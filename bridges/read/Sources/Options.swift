/// The program's default settings file, version and usage.
enum Options {
    static let configuration = "/etc/touchd/read.yaml"
    static let version = "touchd-read 0.1.0"
    static let usage = """
        usage: touchd-read [--config FILE] [--check | --version | --help]

          --config FILE  the settings (default /etc/touchd/read.yaml)
          --check        checks the settings, and exits

          touchd-read --check --config /etc/touchd/read.yaml

        Exit statuses: 64 wrong arguments, 78 wrong settings.

        """
}
