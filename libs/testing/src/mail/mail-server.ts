import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The headers by their names in lower case. Of a repeated header only the last value is kept. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isEncrypted: boolean;
  /** The sender's user name, if one logged in. */
  readonly user: string;
  /** The whole mail as received. */
  readonly raw: string;
}

/** The server's refusal of a mail: a code, or a cut connection. */
export type Refusal = { readonly code: number; readonly message?: string } | "reset";

interface MailServerOptions {
  readonly port?: number;
  readonly host?: string;
  /** TLS from the first byte on. */
  readonly secure?: boolean;
  /** Whether STARTTLS is offered; yes when absent. */
  readonly startTls?: boolean;
  /** Names and passwords of the users who may send; without them anybody may. */
  readonly users?: Readonly<Record<string, string>>;
  /** A certificate of its own instead of the shared one. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}

/** A real SMTP server that keeps the mails it accepts, and can be made to misbehave. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** User names that logged in with a password, and whether over TLS. */
  readonly logins: { readonly user: string; readonly isEncrypted: boolean }[] = [];
  /** Called at RCPT TO. */
  onRecipient: (address: string) => Refusal | undefined = () => undefined;
  /** Called when the head of a mail has arrived: its refusal is sent after the whole mail, or in the middle of it for "reset". */
  onMail: (mail: ReceivedMail) => Refusal | undefined | Promise<Refusal | undefined> = () => undefined;
  /** Milliseconds before each mail is accepted. */
  slowMs = 0;
  /** Connections that were made. */
  connections = 0;
  readonly #server: SMTPServer;
  readonly #sockets = new Map<string, Socket>();
  readonly #secure: boolean;

  private constructor({ secure = false, startTls = true, users, certificate }: MailServerOptions) {
    this.#secure = secure;
    this.#server = new SMTPServer({
      secure,
      authOptional: users === undefined,
      allowInsecureAuth: true,
      logger: false,
      closeTimeout: 1,
      ...certificate,
      disableReverseLookup: true,
      disabledCommands: [...(startTls ? [] : ["STARTTLS"]), ...(users === undefined ? ["AUTH"] : [])],
      onAuth: ({ username = "", password = "" }, { secure: isEncrypted }, callback) => {
        this.logins.push({ user: username, isEncrypted });
        if (users?.[username] === password) callback(null, { user: username });
        else callback(Object.assign(new Error("Invalid user name or password"), { responseCode: 535 }));
      },
      onConnect: (_session, callback) => {
        this.connections++;
        callback();
      },
      onRcptTo: ({ address }, session, callback) => this.#answer(session, this.onRecipient(address), callback),
      onData: (stream, session, callback) => {
        this.#take(stream, session).then(
          (refusal) => this.#answer(session, refusal, callback),
          (error: Error) => callback(error),
        );
      },
    });
    // Tests disconnect clients in the middle on purpose.
    this.#server.on("error", () => undefined);
    this.#server.server.on("connection", (socket) => this.#sockets.set(nameOf(socket.remoteAddress, socket.remotePort), socket));
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    server.#server.listen(options.port ?? 0, options.host ?? "127.0.0.1");
    await once(server.#server.server, "listening");
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** The URL for configurations, with or without `user:password`. */
  url(credentials = ""): string {
    return `${this.#secure ? "smtps" : "smtp"}://${credentials === "" ? "" : `${credentials}@`}127.0.0.1:${this.port}`;
  }

  to(address: string): ReceivedMail[] {
    return this.received.filter((mail) => mail.to === address);
  }

  async stop(): Promise<void> {
    // The server closes its connections itself: destroying the socket under its TLS would end the process.
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  async #take(stream: NodeJS.ReadableStream, session: SMTPServerSession): Promise<Refusal | undefined> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const mail = await read(Buffer.concat(chunks), session);
    if (this.slowMs > 0) await delay(this.slowMs);
    const refusal = await this.onMail(mail);
    if (refusal === undefined) this.received.push(mail);
    return refusal;
  }

  #answer(session: SMTPServerSession, refusal: Refusal | undefined, callback: (error?: Error | null) => void): void {
    if (refusal === undefined) callback();
    else if (refusal === "reset") this.#sockets.get(nameOf(session.remoteAddress, session.remotePort))?.resetAndDestroy();
    else callback(Object.assign(new Error(refusal.message ?? "Refused by the test"), { responseCode: refusal.code }));
  }
}

async function read(bytes: Buffer, { envelope, secure, user }: SMTPServerSession): Promise<ReceivedMail> {
  const parsed = await simpleParser(bytes, { skipTextToHtml: true, skipHtmlToText: true });
  const headers = parsed.headerLines.map(({ key, line }) => [
    key,
    line
      .slice(line.indexOf(":") + 1)
      .replaceAll(/\r?\n\s+/g, " ")
      .trim(),
  ]);
  return {
    from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address).join(","),
    subject: parsed.subject ?? "",
    text: parsed.text ?? "",
    html: typeof parsed.html === "string" ? parsed.html : "",
    headers: Object.fromEntries(headers),
    isEncrypted: secure,
    user: typeof user === "string" ? user : "",
    raw: bytes.toString("utf8"),
  };
}

function nameOf(address: string | undefined, port: number | undefined): string {
  return `${address?.replace("::ffff:", "")} ${port}`;
}
