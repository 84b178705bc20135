"""Configurations with many regions, for the tests and the benchmark of the editor."""


def tree(count):
    """Returns a configuration with windows of up to 99 buttons each."""
    text, made = "version: 1\nscreens:\n  - id: main\n    size: [1080, 1920]\n    windows:\n", 0
    for window in range((count + 99) // 100):
        buttons = min(99, count - made - 1)
        text += f"      - id: w{window}\n        frame: [{window % 4 * 270}, {window // 4 % 5 * 384}, 268, 380]\n        children:\n"
        text += "".join(f"          - {{ id: w{window}-b{n}, kind: button, frame: [{n % 9 * 29 + 4}, {n // 9 * 34 + 4}, 26, 30] }}\n" for n in range(buttons))
        made += buttons + 1
    return text
