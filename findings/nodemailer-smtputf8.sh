#!/usr/bin/env bash
# nodemailer 10.6.0 writes a recipient whose local part is not ASCII as raw UTF-8 to a mail server that has not offered SMTPUTF8.
#
# RFC 6531, section 3.1 wants such a message rejected by the client, with a status of its own. nodemailer looks at the extension only to
# decide whether MAIL FROM gets the word SMTPUTF8; RCPT TO is sent in any case. The server then complains about the syntax of the
# address (501, 553), which a sender that keeps a list of bad addresses takes for a mailbox that does not exist.
#
# Seen: MAIL FROM:<from@example.org>
#       RCPT TO:<jörg@example.org>
# Exits 1 when that changes. Needs Node 20 or newer and npm.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --silent --no-audit --no-fund nodemailer@10.6.0 >/dev/null
cat > try.mjs <<'JS'
import { createServer } from "node:net";
import nodemailer from "nodemailer";

const lines = [];
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.write("220 mail.example.org ESMTP\r\n");
  let rest = "";
  socket.on("data", (chunk) => {
    rest += chunk.toString("utf8");
    for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      lines.push(line);
      if (/^EHLO/i.test(line)) socket.write("250-mail.example.org\r\n250 8BITMIME\r\n");
      else if (/^RCPT/i.test(line)) socket.write("501 5.1.3 Syntax error\r\n");
      else socket.write("250 OK\r\n");
    }
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const transport = nodemailer.createTransport({ host: "127.0.0.1", port: server.address().port, ignoreTLS: true });
const error = await transport.sendMail({ from: "from@example.org", to: "jörg@example.org", text: "x" }).catch((problem) => problem);
server.close();
for (const line of lines.filter((each) => /^(MAIL|RCPT)/.test(each))) console.log(line);
console.log(`error: ${error.code} ${error.responseCode}`);
JS
seen=$(node try.mjs); echo "$seen"
expected=$'MAIL FROM:<from@example.org>\nRCPT TO:<jörg@example.org>\nerror: EENVELOPE 501'
[ "$seen" = "$expected" ] || { echo "This has changed." >&2; exit 1; }
