import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { until } from "../until.ts";

export interface MailTransferAgent extends AsyncDisposable {
  readonly url: string;
  readonly version: string;
}

const program = "smtpd";
// The queue and the control socket of OpenSMTPD have fixed paths, which another instance may use. This instance mounts them in memory, in
// its own mount namespace.
const apart = 'mount -t tmpfs tmpfs /var/spool && mount -t tmpfs tmpfs /run && mkdir -m 711 /var/spool/smtpd && exec smtpd -d -f "$1"';

/**
 * OpenSMTPD, which relays accepted mails to a mail server on this machine, defers recipients whose name begins with `later`, and refuses
 * those with `nobody`. Undefined, with one loud line, where it is not installed or may not be run.
 */
export async function startOpensmtpd(nextPort: number): Promise<MailTransferAgent | undefined> {
  const problem = whyNot();
  if (problem !== undefined) {
    console.error(`\nTESTS WITH A MAIL TRANSFER AGENT ARE SKIPPED: ${problem}\n`);
    return undefined;
  }
  const version = /OpenSMTPD [\d.p]+/.exec(spawnSync(program, ["-h"], { encoding: "utf8" }).stderr)?.[0] ?? "OpenSMTPD";
  const folder = await mkdtemp(join(tmpdir(), "parley-opensmtpd-"));
  const port = await freePort();
  const file = join(folder, "smtpd.conf");
  await writeFile(file, configuration(port, nextPort));
  const child = spawn("unshare", ["-m", "sh", "-c", apart, "sh", file], { stdio: ["ignore", "ignore", "pipe"] });
  const log: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => log.push(chunk.toString()));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`OpenSMTPD ended with ${child.exitCode}: ${log.join("")}`);
    return listens(port);
  }, 20_000);
  return {
    url: `smtp://127.0.0.1:${port}`,
    version,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function whyNot(): string | undefined {
  if (spawnSync(program, ["-h"]).error !== undefined) return "there is no OpenSMTPD here. Install it (apt-get install opensmtpd).";
  return spawnSync("unshare", ["-m", "true"]).status === 0
    ? undefined
    : "OpenSMTPD has to be started by root, with a mount namespace of its own.";
}

function configuration(port: number, nextPort: number): string {
  return `filter "later" phase rcpt-to match rcpt-to regex "^later" reject "451 4.7.1 Greylisted, try again"
listen on 127.0.0.1 port ${port} filter "later"
action "relay" relay host smtp://127.0.0.1:${nextPort}
match from any for rcpt-to regex "^nobody" reject
match from any for any action "relay"
`;
}

/** Whether a program listens at the port. */
export function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1", () => {
    socket.destroy();
    resolve(true);
  });
  socket.once("error", () => resolve(false));
  return promise;
}
