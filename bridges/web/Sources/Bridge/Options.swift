/// The program's default configuration, version and usage.
enum Options {
    static let configuration = "/etc/touchd/web.yaml"
    static let version = "touchd-web 0.1.0"
    static let usage = """
        usage: touchd-web [--config FILE] [--check | --version | --help]

          --config FILE  the configuration (default /etc/touchd/web.yaml)
          --check        checks the configuration, its tokens and its pages, and exits

          touchd-web --check --config /etc/touchd/web.yaml

        On SIGHUP it reads the configuration and the tokens again. Exit statuses: 64 wrong arguments,
        69 no socket, 78 wrong configuration.

        """
}
