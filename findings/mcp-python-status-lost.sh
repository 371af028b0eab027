#!/usr/bin/env bash
# mcp 2.3.0 (Python): of a refusal by HTTP whose body is not an error of JSON-RPC, its user learns neither the status nor the text.
# A proxy or a gateway in front of an MCP server answers 401, 403, 429 and 503 in forms of its own. The client replaces each of them by one
# sentence, so that a wrong key cannot be told from an overloaded server, and `Retry-After` is lost.
#
# Seen: 401 MCPError: Server returned an error response, and the same for 429 and 503
# Exits 1 when that changes. Needs Python 3.10 or newer.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv env; env/bin/pip install -q mcp==2.3.0
cat > try.py <<'PY'
import asyncio, json, logging, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

logging.disable()


class Refusing(BaseHTTPRequestHandler):
    status = 401

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        body = json.dumps({"error": "This key is not known."}).encode()
        self.send_response(self.status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Refusing)
threading.Thread(target=server.serve_forever, daemon=True).start()


def words(error):
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"


async def main():
    for Refusing.status in (401, 429, 503):
        try:
            async with Client(streamable_http_client(f"http://127.0.0.1:{server.server_port}/mcp")) as client:
                await client.list_tools()
        except BaseException as error:
            print(Refusing.status, words(error))


asyncio.run(main())
PY
seen=$(env/bin/python try.py); echo "$seen"
expected=$(printf '%s MCPError: Server returned an error response\n' 401 429 503)
[ "$seen" = "$expected" ] || { echo "This has changed." >&2; exit 1; }
