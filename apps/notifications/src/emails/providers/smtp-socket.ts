import { connect, type Socket } from "node:net";
import { BlockedAddress, type EgressGuard } from "../../webhooks/guard/egress-guard.ts";

interface SmtpSocketOptions {
  readonly guard: EgressGuard;
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
  /** Whether only networks that the installation has allowed will do: mails may go there unencrypted. */
  readonly namedOnly: boolean;
}

/**
 * Opens a connection to a customer's mail server: the guard resolves its name and checks all of its addresses, and the connected socket's
 * peer address is checked again before anything is sent.
 */
export async function openSmtpSocket({ guard, host, port, timeoutMs, namedOnly }: SmtpSocketOptions): Promise<Socket> {
  const deadlineMs = performance.now() + timeoutMs;
  const addresses = await guard.addressesOf(host);
  let failure: unknown = new BlockedAddress(host);
  for (const { address } of addresses) {
    try {
      const socket = await connected(address, port, Math.max(1, deadlineMs - performance.now()));
      const remote = socket.remoteAddress ?? "";
      if (namedOnly ? guard.isNamed(remote) : guard.isAllowed(remote)) return socket;
      socket.destroy();
      failure = new BlockedAddress(host);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function connected(host: string, port: number, timeoutMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port });
  const timer = setTimeout(() => fail(Object.assign(new Error("The connection was not made in time."), { code: "ETIMEDOUT" })), timeoutMs);
  const fail = (error: Error) => {
    clearTimeout(timer);
    socket.destroy();
    reject(error);
  };
  socket.once("error", fail);
  socket.once("connect", () => {
    clearTimeout(timer);
    socket.off("error", fail);
    socket.setNoDelay(true);
    resolve(socket);
  });
  return promise;
}
