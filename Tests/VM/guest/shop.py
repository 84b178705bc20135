"""The server of shop.html. `told` has what the browser has asked for and ordered."""
import http.server
import json
import pathlib

CATALOGUE = [{"id": "green", "name": "Green tea", "price": 450}, {"id": "black", "name": "Black tea", "price": 390},
             {"id": "mint", "name": "Mint tea", "price": 420}, {"id": "coffee", "name": "Coffee", "price": 680}]


class Shop(http.server.BaseHTTPRequestHandler):
    told = []
    catalogue = list(CATALOGUE)
    # How often the page has asked for what there is.
    asked = 0

    def do_GET(self):
        path, _, words = self.path.partition("?")
        if path in ("/search", "/stock"):
            if path == "/search":
                self.told.append({"type": "search", "words": words})
            else:
                Shop.asked += 1
            return self.answer([each for each in self.catalogue if words.lower() in each["name"].lower()])
        if path.startswith("/products/"):
            name = path[len("/products/"):]
            self.told.append({"type": "product", "id": name})
            return self.answer(next(each for each in CATALOGUE if each["id"] == name))
        if path != "/":
            return self.send_error(404)
        return self.answer(pathlib.Path(__file__).with_name("shop.html").read_text(), "text/html")

    def do_POST(self):
        self.told.append({"type": "order"} | json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.answer({"number": 4711})

    def answer(self, what, kind="application/json"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write((what if kind == "text/html" else json.dumps(what)).encode())

    def log_message(self, *_):
        pass
