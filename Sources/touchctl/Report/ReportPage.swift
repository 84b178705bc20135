/// A whole report: one file that loads nothing and runs no script.
struct ReportPage {
    let title: String
    let heading: String
    let introduction: HTML
    let contents: HTML
    let sections: [HTML]

    /// The content security policy: no script may run and nothing may be loaded, whatever texts a recording contains.
    private static let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    var html: HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(HTML(stringLiteral: Self.policy))">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <title>\(title)</title>
        <style>
        \(HTML(stringLiteral: ReportStyle.sheet))</style>
        </head>
        <body>
        <header><h1>\(heading)</h1>\(introduction)</header>
        \(contents)
        <main>
        \(HTML(sections))</main>
        </body>
        </html>

        """
    }
}
