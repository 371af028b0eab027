#!/usr/bin/env bash
# velt-py 0.3.0: a call that the server refuses returns like one that succeeds; no status raises.
# Whoever does not look for "error" in each returned dictionary takes a refused write, a wrong key or an outage for a success.
#
# Seen: 400 returned, 401 returned, 503 returned
# Exits 1 when that changes. Needs Python 3.10 or newer.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv env; env/bin/pip install -q --disable-pip-version-check velt-py==0.3.0
cat > try.py <<'PY'
import json, logging, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from velt_py import VeltSDK, models
from velt_py.services.api.base_api_service import BaseApiService

logging.disable()


class Refusing(BaseHTTPRequestHandler):
    status = 400

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        body = json.dumps({"error": {"message": "No.", "status": "INVALID_ARGUMENT"}}).encode()
        self.send_response(self.status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Refusing)
threading.Thread(target=server.serve_forever, daemon=True).start()
BaseApiService.VELT_API_BASE_URL = f"http://127.0.0.1:{server.server_port}"
sdk = VeltSDK.initialize({"apiKey": "key", "authToken": "token"})
seen = []
for Refusing.status in (400, 401, 503):
    try:
        sdk.api.organizations.getOrganizations(models.GetOrganizationsRequest(organizationIds=["acme"]))
        seen.append(f"{Refusing.status} returned")
    except Exception as error:
        seen.append(f"{Refusing.status} {type(error).__name__}")
print(", ".join(seen))
PY
seen=$(env/bin/python try.py); echo "$seen"
[ "$seen" = "400 returned, 401 returned, 503 returned" ] || { echo "This has changed." >&2; exit 1; }
