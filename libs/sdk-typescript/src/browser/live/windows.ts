import type { ServerSentEvent } from "../../ai/server-sent-events.ts";
import { errorOf } from "../../errors/errors.ts";

/** What the window with the connection tells the others: an event, or null when the connection is interrupted. */
export type Told = { readonly event: ServerSentEvent; readonly isFresh: boolean } | null;

/** One of the windows that share a connection. */
export interface Member {
  /** Connects, and resolves when the connection is not wanted any more, or lost for good. */
  readonly lead: () => Promise<void>;
  /** Hears what the window with the connection tells. */
  readonly hear: (told: Told) => void;
  /** What a window that joins has to receive; null while there is nothing. */
  readonly greeting: () => Told;
  /** Without a word for so long, the window connects by itself: a browser may have frozen the one with the connection. */
  readonly longestSilenceMs: number;
}

const hello = "hello";
// Over HTTP/1.1 a browser opens six connections to a host, for all its windows. One is left for everything else.
const mostConnections = 5;
const { locks } = globalThis.navigator ?? {};

/**
 * Shares one connection between the windows of a browser that join by the same name: one of them leads, and when it is closed the next one
 * does. Returns the function by which the leading window tells the others. Where the browser has no locks, as outside of a secure context,
 * every window leads.
 */
export function joinWindows(name: string | undefined, member: Member, leaving: AbortSignal): (told: Told) => void {
  if (name === undefined || locks === undefined) {
    void member.lead();
    return () => undefined;
  }
  const channel = new BroadcastChannel(name);
  let [isTeller, leading]: [boolean, Promise<void> | undefined] = [false, undefined];
  let silence: ReturnType<typeof setTimeout> | undefined;
  const tell = (told: Told) => {
    if (isTeller && !leaving.aborted) channel.postMessage(told);
  };
  const lead = () => {
    clearTimeout(silence);
    leading ??= member.lead();
    return leading;
  };
  const wait = () => {
    clearTimeout(silence);
    silence = setTimeout(lead, member.longestSilenceMs);
  };
  channel.onmessage = ({ data }: { readonly data: Told | typeof hello }) => {
    const greeting = data === hello ? member.greeting() : null;
    if (greeting !== null) tell(greeting);
    if (data === hello || leading !== undefined) return;
    wait();
    member.hear(data);
  };
  const leave = () => {
    clearTimeout(silence);
    channel.close();
  };
  leaving.addEventListener("abort", leave, { once: true });
  wait();
  channel.postMessage(hello);
  const take = () => {
    isTeller = true;
    return lead();
  };
  // A page may be forbidden to use locks.
  locks.request(name, { signal: leaving }, take).catch(() => (leaving.aborted ? undefined : lead()));
  return tell;
}

/** Runs `use` while it holds one of the few connections that the windows of a browser may keep open to a host; fails when all are taken. */
export async function onConnection(host: string, use: () => Promise<void>): Promise<void> {
  if (locks === undefined) return use();
  for (let nth = 0; nth < mostConnections; nth++) {
    const isUsed = await locks.request(`${host} ${nth}`, { ifAvailable: true }, (lock) => lock && use().then(() => true));
    if (isUsed) return;
  }
  const message = "The windows of this browser hold as many streams as they may.";
  throw errorOf(429, JSON.stringify({ error: { status: "RESOURCE_EXHAUSTED", message } }), "", undefined);
}
