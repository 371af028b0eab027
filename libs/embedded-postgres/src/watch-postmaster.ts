import { isPostmasterOf } from "./postmaster.ts";

const everyMs = 2_000;

/**
 * Calls the listener when the server has ended. By looking, because one that was taken over is not our child. Returns how to end the watch,
 * which does not keep our process alive.
 */
export function watchPostmaster(pid: number, home: string, onGone: () => void): () => void {
  let ended = false;
  const look = async () => {
    const runs = await isPostmasterOf(pid, home);
    if (ended) return;
    if (runs) timer = setTimeout(look, everyMs).unref();
    else onGone();
  };
  let timer = setTimeout(look, everyMs).unref();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
