import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { MailServer, type ReceivedMail } from "@parley/testing/mail";

// `npm run mail:listen`: a mail server that delivers nothing. It prints received mails and shows them in a browser.

const help = `Receives mails, prints them and shows them in a browser. It delivers none.

  npm run mail:listen

  --port <n>        port for receiving mails (2525; 0 takes a free one)
  --http-port <n>   port for showing them (8025; 0 takes a free one)
  --host <address>  address to listen on (127.0.0.1)
  --user <u:p>      require this user name and password
  --refuse <code>   refuse every recipient: 451 to see retries, 550 to see an address suppressed
  --quiet           one line per mail, without its text
  --help            this text

To send to it, start Parley with PARLEY_SMTP_URL=smtp://127.0.0.1:2525.`;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "2525" },
    "http-port": { type: "string", default: "8025" },
    host: { type: "string", default: "127.0.0.1" },
    user: { type: "string" },
    refuse: { type: "string" },
    quiet: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}

const shown = 200;
const [name = "", password = ""] = values.user?.split(":") ?? [];
const mails = await MailServer.start({
  port: Number(values.port),
  host: values.host,
  ...(values.user === undefined ? {} : { users: { [name]: password } }),
});
mails.onRecipient = (address) => {
  if (values.refuse === undefined) return undefined;
  console.log(`Refused ${address} with ${values.refuse}.`);
  return { code: Number(values.refuse) };
};
mails.onMail = (mail) => {
  print(mail);
  if (mails.received.length >= shown) mails.received.shift();
  return undefined;
};

function print({ to, from, subject, text, isEncrypted, headers }: ReceivedMail): void {
  console.log(`\n${new Date().toISOString()}  ${from} -> ${to}${isEncrypted ? "  (TLS)" : ""}`);
  console.log(`  ${subject}`);
  if (values.quiet) return;
  for (const header of ["message-id", "references", "list-unsubscribe"])
    if (headers[header]) console.log(`  ${header}: ${headers[header]}`);
  console.log(`\n${text.replaceAll(/^/gm, "    ")}`);
}

const pages = createServer((request, response) => {
  const index = Number(/^\/(\d+)$/.exec(request.url ?? "")?.[1] ?? Number.NaN);
  const mail = mails.received[index];
  if (request.url === "/") send(response, 200, list());
  else if (mail !== undefined) send(response, 200, mail.html || `<pre>${escaped(mail.text)}</pre>`);
  else send(response, 404, "The mail does not exist.");
}).listen(Number(values["http-port"]), values.host);

function list(): string {
  const entries = mails.received.map(
    ({ to, subject }, index) =>
      `<details ${index === mails.received.length - 1 ? "open" : ""}><summary>${escaped(to)}: ${escaped(subject)}</summary>` +
      `<iframe sandbox src="/${index}" title="${escaped(subject)}"></iframe></details>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Mails</title><meta http-equiv="refresh" content="10">
<style>:root{color-scheme:light dark}body{font:15px system-ui;margin:24px}summary{cursor:pointer;padding:6px 0}iframe{width:100%;height:560px;border:1px solid #8886}</style>
<h1>${mails.received.length} mails</h1>${entries.toReversed().join("")}`;
}

function send(response: ServerResponse, status: number, body: string): void {
  // A mail is untrusted content: it runs no script and loads nothing.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:";
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy }).end(body);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

pages.on("listening", () => {
  const { port } = pages.address() as AddressInfo;
  console.log(`Mails to smtp://${values.host}:${mails.port} are shown at http://${values.host}:${port}`);
});
