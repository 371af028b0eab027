import { spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import type { DataDir } from "./data-dir.ts";
import { EmbeddedPostgresError } from "./failures.ts";
import { type ServerUser, serverProcess } from "./server-user.ts";

/** Ends the server when our process ends, even if it is killed. */
export interface Guard {
  /** From now on the server outlives our process. */
  dismiss(): void;
}

/** A file in the data folder with the pid of the guard of the process that owns the server now. */
export const guardFile = "parley.guard";

// Only shell built-ins, because the image has no other programs. `read` fails when the process at the other end of the pipe has ended.
// Meanwhile another process may have taken the server over, with a guard of its own, and the server's pid may have been reused.
const script = `
echo $$ > "$1/${guardFile}" && echo watching
read -r dismissed && exit
read -r guard < "$1/${guardFile}"
read -r server < "$1/postmaster.pid"
[ "$guard" = $$ ] && [ "$server" = "$2" ] && kill -INT "$2"
`;

/**
 * Starts a guard for our server on this folder: a shell in its own session, which no signal to us or our group reaches. The shell waits
 * until the kernel closes a pipe at the end of our process, and then requests a fast shutdown of the server.
 */
export async function guardServer({ home, user }: DataDir & { user: ServerUser | undefined }, pid: number): Promise<Guard> {
  const shell = spawn("/bin/sh", ["-c", script, "sh", home, String(pid)], {
    ...serverProcess(user),
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
  // The shell may be killed before it is dismissed.
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
