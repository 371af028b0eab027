import { spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import type { DataDir } from "./data-dir.ts";
import { EmbeddedPostgresError } from "./failures.ts";
import { type ServerUser, serverProcess } from "./server-user.ts";

/** Ends the server when our process ends, however that ends. */
export interface Guard {
  /** From here on our end has no consequence for the server. */
  dismiss(): void;
}

/** In the data folder: the pid of the guard of the process that owns the server now. */
export const guardFile = "parley.guard";

// Only words that a shell has built in: the image has no other programs. `read` fails when whoever holds the other end of the pipe is gone. Another process may have
// taken the server over in the meantime, with a guard of its own, and the server's pid may be somebody else's by then.
const script = `
echo $$ > "$1/${guardFile}" && echo watching
read -r dismissed && exit
read -r guard < "$1/${guardFile}"
read -r server < "$1/postmaster.pid"
[ "$guard" = $$ ] && [ "$server" = "$2" ] && kill -INT "$2"
`;

/**
 * Watches over a server that runs on this folder and that we own: a shell in a session of its own, which no signal to us or to our group reaches, waits for the end of
 * a pipe that the kernel closes with us, and then asks the server for a fast shutdown.
 */
export async function guardServer({ home, user }: DataDir & { user: ServerUser | undefined }, pid: number): Promise<Guard> {
  const shell = spawn("/bin/sh", ["-c", script, "sh", home, String(pid)], {
    ...serverProcess(user),
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
  // It may be killed before it is dismissed.
  shell.stdin.on("error", () => undefined);
  const failed = once(shell, "close").then(() => {
    throw new EmbeddedPostgresError(`The shell that ends Postgres together with Parley could not write ${home}/${guardFile}.`);
  });
  await Promise.race([once(shell.stdout, "data"), failed]);
  failed.catch(() => undefined);
  shell.unref();
  for (const stream of [shell.stdin, shell.stdout]) if (stream instanceof Socket) stream.unref();
  return { dismiss: () => void shell.stdin.end("dismissed\n") };
}
