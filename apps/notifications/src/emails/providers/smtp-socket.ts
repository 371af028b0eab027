import { connect, type NetConnectOpts, type Socket } from "node:net";
import { portOf } from "@parley/egress";
import { BlockedAddress } from "../../webhooks/guard/egress-guard.ts";
import type { MailRoute } from "./mail-routes.ts";

interface SmtpSocketOptions {
  readonly url: URL;
  readonly route: MailRoute;
  readonly timeoutMs: number;
  /** Whether only addresses that allow unencrypted mail may be used. */
  readonly isPlain: boolean;
  /** Ends the connection whenever it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a connection to a mail server: the route resolves its name and checks all addresses, and the connected socket's peer address is
 * checked again before anything is sent.
 */
export async function openSmtpSocket({ url, route, timeoutMs, isPlain, signal }: SmtpSocketOptions): Promise<Socket> {
  const deadlineMs = performance.now() + timeoutMs;
  const addresses = await route.addressesOf(url);
  let failure: unknown = new BlockedAddress(url.hostname);
  for (const { address: host } of addresses) {
    try {
      const at = { host, port: portOf(url), ...(signal !== undefined && { signal }) };
      const socket = await connected(at, Math.max(1, deadlineMs - performance.now()));
      const remote = socket.remoteAddress ?? "";
      if (isPlain ? route.mayBePlain(remote) : route.isAllowed(remote)) return socket;
      socket.destroy();
      failure = new BlockedAddress(url.hostname);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function connected(at: NetConnectOpts, timeoutMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(at);
  const timer = setTimeout(
    () => fail(Object.assign(new Error("The connection was not established in time."), { code: "ETIMEDOUT" })),
    timeoutMs,
  );
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
