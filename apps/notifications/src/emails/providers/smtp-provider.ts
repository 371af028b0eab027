import { createTransport, type Transporter } from "nodemailer";
import { BlockedAddress, type EgressGuard } from "../../webhooks/guard/egress-guard.ts";
import type { OutgoingMail, Provider, SendResult } from "./provider.ts";
import { smtpFault, storable } from "./smtp-fault.ts";
import { openSmtpSocket } from "./smtp-socket.ts";

interface SmtpOptions {
  /** `smtp://` or `smtps://`. */
  readonly url: string;
  /** Checks the addresses of a customer's server; undefined for the installation's own. */
  readonly guard: EgressGuard | undefined;
  readonly connections: number;
  readonly connectTimeoutMs: number;
  readonly timeoutMs: number;
}

// Some servers close connections that have carried many mails.
const mailsPerConnection = 100;
const idleMs = 20_000;

/** A mail server with kept connections. */
export class SmtpProvider implements Provider {
  readonly #options: SmtpOptions;
  #transport: Promise<Transporter> | undefined;
  #isClosed = false;

  constructor(options: SmtpOptions) {
    this.#options = options;
  }

  async send(mail: OutgoingMail, signal: AbortSignal): Promise<SendResult> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(this.#options.timeoutMs)]);
    let transport: Transporter | undefined;
    try {
      this.#transport ??= this.#open();
      transport = await this.#transport;
      const { response } = (await transport.sendMail({ ...messageOf(mail), signal: deadline })) as { response: string };
      return { kind: "accepted", response: storable(response) };
    } catch (error) {
      // The addresses of the name may have changed, and with them whether TLS is required.
      if (transport === undefined || error instanceof BlockedAddress || (error as { code?: unknown }).code === "ETLS") this.#forget();
      return smtpFault(error);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#forget();
  }

  #forget(): void {
    const transport = this.#transport;
    this.#transport = undefined;
    // A connection that cannot be opened need not be closed.
    void transport?.then((open) => open.close()).catch(() => undefined);
  }

  async #open(): Promise<Transporter> {
    const { url, guard, connections, connectTimeoutMs, timeoutMs } = this.#options;
    const { protocol, hostname, port, username, password } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, "");
    const secure = protocol === "smtps:";
    // Without TLS only to networks that the operator has allowed: there an unverified certificate is better than none.
    const isNamed = guard === undefined || (await guard.addressesOf(host)).every(({ address }) => guard.isNamed(address));
    const isPlain = !secure && isNamed;
    const at = { host, port: port === "" ? (secure ? 465 : 587) : Number(port) };
    if (this.#isClosed) throw Object.assign(new Error("The provider is closed."), { code: "EABORT" });
    return createTransport({
      ...at,
      ...{ pool: true as const, secure, maxConnections: connections, maxMessages: mailsPerConnection, maxRequeues: 1, idleTimeout: idleMs },
      ...{ connectionTimeout: connectTimeoutMs, greetingTimeout: connectTimeoutMs, socketTimeout: timeoutMs, dnsTimeout: connectTimeoutMs },
      requireTLS: !secure && !isPlain,
      tls: { rejectUnauthorized: !isPlain },
      ...(username === "" ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(guard === undefined ? {} : { getSocket: guardedSocket({ guard, ...at, timeoutMs: connectTimeoutMs, namedOnly: isPlain }) }),
    });
  }
}

function guardedSocket(options: Parameters<typeof openSmtpSocket>[0]) {
  return (_: object, callback: (error: Error | null, socket?: { connection: Awaited<ReturnType<typeof openSmtpSocket>> }) => void) => {
    openSmtpSocket(options).then(
      (connection) => callback(null, { connection }),
      (error: Error) => callback(error),
    );
  };
}

/** A mail in nodemailer's form. */
export function messageOf({ from, to, subject, text, html, messageId, references, unsubscribeUrl }: OutgoingMail) {
  return {
    ...{ from, to, subject, text, html, messageId },
    ...(references === "" ? {} : { references, inReplyTo: references }),
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl === ""
        ? {}
        : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
  };
}
