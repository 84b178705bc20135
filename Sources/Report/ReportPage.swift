import Text

/// A whole report: one file that loads nothing and runs no script.
struct ReportPage {
    let title: String
    let heading: String
    let introduction: HTML
    let contents: HTML
    let sections: [HTML]

    /// The content security policy: no script may run and nothing may be loaded, whatever texts a recording contains.
    private static let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    var bytes: [UInt8] { Array(html.text.utf8) }

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

/// A table of a report. It shows at most `rowsMost` rows, and counts the rest.
struct ReportTable {
    static let rowsMost = 100

    private let headings: [String]
    private let numbers: [Bool]
    private var rows: [[HTML]] = []
    private var leftOut = 0
    private let name: String

    /// Creates a table without rows.
    ///
    /// - Parameters:
    ///   - name: the name by which programs find the table.
    ///   - headings: a leading `>` marks a column of numbers.
    init(_ name: String, _ headings: String...) {
        self.name = name
        numbers = headings.map { $0.first == ">" }
        self.headings = headings.map { $0.first == ">" ? String($0.dropFirst()) : $0 }
    }

    mutating func add(_ cells: HTML...) {
        if rows.count < Self.rowsMost { rows.append(cells) } else { leftOut += 1 }
    }

    var html: HTML {
        func cell(_ tag: HTML, _ column: Int, _ content: HTML) -> HTML {
            let kind: HTML = numbers[column] ? " class=\"n\"" : column == 0 ? " class=\"id\"" : ""
            return "<\(tag)\(kind)>\(content)</\(tag)>"
        }
        let head = HTML(headings.enumerated().map { cell("th", $0, "\($1)") })
        let body = HTML(rows.map { row in "<tr>\(HTML(row.enumerated().map { cell("td", $0, $1) }))</tr>\n" })
        let rest: HTML = leftOut > 0 ? "<p class=\"note\">\(leftOut) more rows are left out.</p>" : ""
        return "<div class=\"wide\"><table data-table=\"\(name)\"><thead><tr>\(head)</tr></thead><tbody>\n\(body)</tbody></table></div>\(rest)"
    }
}

/// A piece of HTML. Interpolated text is escaped; only literals and other pieces are markup.
struct HTML: ExpressibleByStringInterpolation, Equatable {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation pieces: StringInterpolation) { text = pieces.text }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + 16 * interpolationCount) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ html: HTML) { text += html.text }
        mutating func appendInterpolation(_ text: String) { self.text += HTML.escaped(text) }
        mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
        mutating func appendInterpolation(_ number: Double, _ digits: Int = 1) { text += decimal(number, digits) }
    }

    static func += (a: inout Self, b: Self) { a.text += b.text }

    /// Joins pieces.
    init(_ pieces: some Sequence<HTML>) {
        text = ""
        for piece in pieces { text += piece.text }
    }

    /// Escapes text that others have chosen, such as names of panels, files and regions: no markup, and only printable characters.
    static func escaped(_ text: String) -> String {
        var safe = ""
        safe.reserveCapacity(text.utf8.count)
        for scalar in printable(text).unicodeScalars {
            switch scalar {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\"": safe += "&quot;"
            case "'": safe += "&#39;"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}

/// A number rounded to a number of decimals, without trailing zeros.
func decimal(_ number: Double, _ digits: Int) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "-" }
    let power = [1.0, 10, 100, 1_000][min(max(digits, 0), 3)]
    let whole = Int64((number * power).rounded())
    if whole == 0 { return "0" }
    let unit = Int64(power)
    var text = whole < 0 ? "-" : ""
    text += String(abs(whole) / unit)
    var rest = String(abs(whole) % unit)
    rest = String(repeating: "0", count: max(0, digits - rest.count)) + rest
    while rest.last == "0" { rest.removeLast() }
    if digits > 0 && !rest.isEmpty { text += "." + rest }
    return text
}

/// A time in µs as text in ms.
func milliseconds(_ microseconds: Int64, _ digits: Int = 1) -> String { decimal(Double(microseconds) / 1_000, digits) + " ms" }

/// A duration in µs as text: `1:02:03.4`, or `3.4 s` below a minute.
func clockText(_ microseconds: Int64, digits: Int = 0) -> String {
    let seconds = Double(max(0, microseconds)) / 1_000_000
    if microseconds < 60_000_000 { return decimal(seconds, max(digits, 2)) + " s" }
    let whole = microseconds / 1_000_000
    func pad(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
    return hours > 0 ? "\(hours):\(pad(minutes)):\(pad(rest))" : "\(minutes):\(pad(rest))"
}

/// The style sheet of a report. It is part of the file, because the report loads nothing.
enum ReportStyle {
    static let sheet = """
        :root { color-scheme: light dark; --ground: #fff; --card: #f6f7f9; --line: #d4d9e0; --text: #1b2026; --faint: #58626e; --accent: #0b61a8;
          --bad: #b3261e; --warn: #8a5a00; --good: #1d6b3a; --grey: #8d959e; --ink: #1b2026; --heat: #b0381b;
          --k0: #0b61a8; --k1: #c25a00; --k2: #1d7d45; --k3: #8b3fb0; --k4: #b3261e; --k5: #00808a; --k6: #7a6a00; --k7: #a83279; --k8: #737c87;
          --kn: #aab1ba; }
        @media (prefers-color-scheme: dark) { :root { --ground: #14171b; --card: #1d2228; --line: #3c4552; --text: #eceff3; --faint: #a9b4c1;
          --accent: #7cc0ff; --bad: #ff8a80; --warn: #f2b84b; --good: #6fdc9a; --grey: #5f6872; --ink: #eceff3; --heat: #ff9468;
          --k0: #62b6ff; --k1: #ffb454; --k2: #7ee787; --k3: #c9a4ff; --k4: #ff8a80; --k5: #5ee0d0; --k6: #ffe066; --k7: #ff8fb1; --k8: #8d97a3;
          --kn: #616b77; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 24px 20px 64px; max-width: 1200px; background: var(--ground); color: var(--text);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
        h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; } h2 { font-size: 21px; line-height: 1.25; margin: 0 0 4px; }
          h3 { font-size: 16px; margin: 28px 0 6px; }
        p { margin: 4px 0 10px; max-width: 78ch; } .faint, figcaption, .note { color: var(--faint); font-size: 13.5px; } .note { max-width: 90ch; }
        a { color: var(--accent); } section.recording { margin-top: 40px; padding-top: 20px; border-top: 2px solid var(--text); }
        .wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; } th, td { text-align: left; padding: 4px 14px 4px 0;
          vertical-align: top; border-bottom: 1px solid var(--line); }
        th { font-weight: 600; color: var(--faint); white-space: nowrap; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums;
          white-space: nowrap; }
        td { overflow-wrap: anywhere; } td.id { min-width: 7em; } .wide td.id { max-width: 26em; } [data-table=rate] td.id,
          [data-table=latency] td.id { white-space: nowrap; }
        dl.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(430px, 100%), 1fr)); gap: 2px 36px; margin: 10px 0;
          font-size: 14px; }
        dl.facts div { display: flex; gap: 10px; border-bottom: 1px solid var(--line); padding: 3px 0; } dl.facts dt { color: var(--faint);
          flex: none; width: 8.5em; } dl.facts dd { margin: 0; }
        ul.tiles { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(124px, 1fr)); gap: 10px; padding: 0;
          margin: 14px 0; }
        ul.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; font-size: 13px;
          color: var(--faint); }
        ul.tiles b { display: block; font-size: 22px; line-height: 1.25; color: var(--text); font-variant-numeric: tabular-nums;
          font-weight: 600; } ul.tiles .bad b { color: var(--bad); }
        ul.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 18px; padding: 0; margin: 6px 0; font-size: 13.5px; }
          .legend i { display: inline-block; width: 11px; height: 11px; border-radius: 2px; margin-right: 6px; }
        .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(330px, 100%), 1fr)); gap: 20px 32px; align-items: start; }
        figure { margin: 8px 0; } figure svg { display: block; width: 100%; height: auto; } figure.picture svg { width: auto; max-width: 100%;
          border: 1px solid var(--line); background: var(--card); }
        figcaption { margin-top: 4px; } .scroll { overflow-x: auto; } .scroll svg { min-width: 760px; }
        svg text { font: 11px system-ui, "Liberation Sans", "DejaVu Sans", sans-serif; fill: var(--faint); } svg .axis { stroke: var(--line);
          stroke-width: 1; fill: none; } svg .label { fill: var(--text); } svg .name { fill: var(--text); stroke: var(--card); stroke-width: 3px;
          stroke-opacity: .85; stroke-linejoin: round; paint-order: stroke; }
        svg .region { fill: none; stroke: var(--grey); stroke-width: .7; } svg .control { fill: var(--accent); fill-opacity: .07;
          stroke: var(--accent); stroke-width: .9; } svg .deaf { stroke-dasharray: 3 3; }
        svg .secret { fill: var(--grey); stroke: none; } svg text.secret { fill: var(--ground); font-weight: 600; } svg .path { fill: none;
          stroke-width: 1.3; stroke-linejoin: round; stroke-linecap: round; stroke-opacity: .8; }
        svg .cancel { stroke: var(--bad); stroke-width: 1.6; fill: none; } svg .reason { fill: var(--bad); } svg .bar { fill: var(--accent); }
          svg .bar.bad { fill: var(--bad); } svg .mark { stroke: var(--bad); stroke-dasharray: 4 3; } svg .heat { fill: var(--heat); }
        .k0 { fill: var(--k0); background: var(--k0); } .k1 { fill: var(--k1); background: var(--k1); } .k2 { fill: var(--k2);
          background: var(--k2); } .k3 { fill: var(--k3); background: var(--k3); }
        .k4 { fill: var(--k4); background: var(--k4); } .k5 { fill: var(--k5); background: var(--k5); } .k6 { fill: var(--k6);
          background: var(--k6); } .k7 { fill: var(--k7); background: var(--k7); }
        .k8 { fill: var(--k8); background: var(--k8); } .kn { fill: var(--kn); background: var(--kn); }
        .path.k0 { stroke: var(--k0); } .path.k1 { stroke: var(--k1); } .path.k2 { stroke: var(--k2); } .path.k3 { stroke: var(--k3); }
          .path.k4 { stroke: var(--k4); }
        .path.k5 { stroke: var(--k5); } .path.k6 { stroke: var(--k6); } .path.k7 { stroke: var(--k7); } .path.k8 { stroke: var(--k8); }
          .path.kn { stroke: var(--kn); } svg .path { fill: none; background: none; }
        .share { display: inline-block; height: 9px; background: var(--accent); border-radius: 1px; vertical-align: baseline; }
          .bad { color: var(--bad); }
        @media (max-width: 560px) { body { padding: 16px 12px 48px; } h1 { font-size: 21px; } }
        @media print { :root { --ground: #fff; --card: #fff; --text: #000; } body { max-width: none; padding: 0; font-size: 11pt; }
          section.recording { break-before: page; border: 0; }
          figure, tr, ul.tiles { break-inside: avoid; } h3 { break-after: avoid; } .scroll, .wide { overflow: visible; }
          .scroll svg { min-width: 0; } a { color: inherit; text-decoration: none; }
          * { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }

        """
}
