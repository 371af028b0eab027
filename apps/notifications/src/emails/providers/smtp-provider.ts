import { hostOf, portOf } from "@parley/egress";
import { createTransport, type Transporter } from "nodemailer";
import { BlockedAddress } from "../../webhooks/guard/egress-guard.ts";
import type { MailRoute } from "./mail-routes.ts";
import { type OutgoingMail, type Provider, type SendResult, unsubscribeHeaders } from "./provider.ts";
import { smtpFault, storable } from "./smtp-fault.ts";
import { openSmtpSocket } from "./smtp-socket.ts";

interface SmtpOptions {
  /** `smtp://` or `smtps://`. */
  readonly url: string;
  readonly route: MailRoute;
  readonly connections: number;
  readonly connectTimeoutMs: number;
  readonly timeoutMs: number;
}

// Some servers close connections after many mails.
const mailsPerConnection = 100;
const idleMs = 20_000;

/** A mail server, with connections that stay open. */
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
      return smtpFault(error, mail.to.address);
    }
  }

  /** Connects, negotiates TLS and logs in as for a mail, without sending one. Never fails: an error is a result too. */
  async check(signal: AbortSignal): Promise<SendResult> {
    try {
      await createTransport(await this.#connection(signal)).verify();
      return { kind: "accepted", response: "" };
    } catch (error) {
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
    const { connections } = this.#options;
    const settings = await this.#connection();
    if (this.#isClosed) throw Object.assign(new Error("The provider is closed."), { code: "EABORT" });
    return createTransport({
      ...settings,
      pool: true,
      maxConnections: connections,
      maxMessages: mailsPerConnection,
      maxRequeues: 1,
      idleTimeout: idleMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** The settings of a connection; `signal` ends it. */
  async #connection(signal?: AbortSignal) {
    const { url: text, route, connectTimeoutMs, timeoutMs } = this.#options;
    const url = new URL(text);
    const { protocol, username, password } = url;
    const secure = protocol === "smtps:";
    const addresses = await route.addressesOf(url);
    // If no valid certificate is required, encryption with an unverified one is still better than none.
    const isPlain = !secure && addresses.every(({ address }) => route.mayBePlain(address));
    return {
      host: hostOf(url) ?? "",
      port: portOf(url),
      secure,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: timeoutMs,
      requireTLS: !secure && !isPlain,
      tls: { rejectUnauthorized: !isPlain },
      ...(username === "" ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      getSocket: socketBy({ url, route, timeoutMs: connectTimeoutMs, isPlain, signal }),
    };
  }
}

function socketBy(options: Parameters<typeof openSmtpSocket>[0]) {
  return (_: object, callback: (error: Error | null, socket?: { connection: Awaited<ReturnType<typeof openSmtpSocket>> }) => void) => {
    openSmtpSocket(options).then(
      (connection) => callback(null, { connection }),
      (error: Error) => callback(error),
    );
  };
}

/** A mail in nodemailer's form. */
function messageOf({ from, to, subject, text, html, messageId, references, unsubscribeUrl }: OutgoingMail) {
  return {
    from,
    to,
    subject,
    text,
    html,
    messageId,
    ...(references === "" ? {} : { references, inReplyTo: references }),
    headers: {
      "Auto-Submitted": "auto-generated",
      ...unsubscribeHeaders(unsubscribeUrl),
    },
  };
}
