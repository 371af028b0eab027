import type { ServerUser } from "./server-user.ts";

/**
 * How the server's programs are run: messages in English, nothing of our environment (a stray PGDATA or LC_ALL changes what they do),
 * and from a folder that the server's account can enter, which ours may not be.
 */
export function serverProcess(user: ServerUser | undefined) {
  return { ...user, cwd: "/", env: { LC_ALL: "C" } };
}
