"""The windows in which every page must be usable: (name, size in CSS pixels, device pixel ratio)."""
from stage import check, look

WINDOWS = [("phone", (390, 844), 2), ("7-inch", (800, 480), 1), ("zoomed", (640, 400), 2), ("portrait", (1080, 1920), 1), ("full-hd", (1920, 1080), 1)]
GLASSES = {"portrait": (1080, 1920), "landscape": (1920, 1080)}
# The least part of the largest picture that would fit the window, in width and in height.
LEAST = 0.6


def in_windows(browser):
    """Resizes the browser to each window. Yields its name and its size."""
    for name, size, scale in WINDOWS:
        browser.resize(size, scale)
        # The page's observers of sizes have run after a frame, and the picture is drawn in the next one.
        browser.frames(6)
        yield name, size


def check_picture(browser, what, picture, glass, size):
    """Checks that a picture of the glass, an expression for its width and height, is large, and has the glass's shape."""
    limits = [side * min(size[0] / glass[0], size[1] / glass[1]) for side in glass]
    enough = f"(() => {{ const [w, h] = {picture}; return w >= {LEAST * limits[0]} && h >= {LEAST * limits[1]} && Math.abs(w / h - {glass[0] / glass[1]}) < 0.05 }})()"
    holds = browser.holds(enough)
    width, height = browser.eval(picture)
    return check(f"{what}: the picture is at least {LEAST:.0%} as wide and high as the largest one", holds,
                 f"{width:.0f} × {height:.0f} is {width / limits[0]:.0%} × {height / limits[1]:.0%} of {limits[0]:.0f} × {limits[1]:.0f}")


def check_inside(browser, what, selector):
    """Checks that the visible elements of a selector are inside the window, and that the page is not wider than the window."""
    out = browser.eval(f"""[...document.querySelectorAll({selector!r})].filter(e => e.checkVisibility() && !e.closest('.sr-only')).filter(e => {{ const b = e.getBoundingClientRect();
      return b.width && (b.right > innerWidth + 1 || b.left < -1 || b.bottom > innerHeight + 1 || b.top < -1) }}).map(e => e.id || e.innerText || e.tagName)""")
    wide = browser.eval("document.documentElement.scrollWidth - innerWidth")
    check(f"{what}: nothing is outside the window", not out and wide <= 0, (out, wide))
