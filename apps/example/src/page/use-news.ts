import type { ThreadsState } from "@parley/sdk/browser";
import { useEffect, useRef, useState } from "react";
import { nameOf, session } from "./parley.ts";

/** Announces the newest comment that somebody else has written since the page was opened, for people who cannot see it appear. */
export function useNews({ threads, isLoaded }: ThreadsState): string {
  const [news, setNews] = useState("");
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!isLoaded) return;
    const comments = threads.flatMap((thread) => thread.comments);
    const fresh = comments.filter(({ commentId, from }) => known.current?.has(commentId) === false && from.userId !== session.user.userId);
    known.current = new Set(comments.map(({ commentId }) => commentId));
    const newest = fresh.at(-1);
    if (newest !== undefined) setNews(`${nameOf(newest.from)} commented: ${newest.commentText}`);
  }, [threads, isLoaded]);
  return news;
}
