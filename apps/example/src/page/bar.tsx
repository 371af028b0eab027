import type { ThreadsState } from "@parley/sdk/browser";
import { useEffect, useRef, useState } from "react";
import { InboxButton } from "./inbox-button.tsx";
import { nameOf, session } from "./parley.ts";
import { Avatar, Name } from "./person.tsx";

interface BarProps {
  readonly state: ThreadsState;
  readonly onShow: (annotationId: string) => void;
}

/** The signed-in user, whether the page is live, and the inbox. */
export function Bar({ state, onShow }: BarProps) {
  const news = useNews(state);
  return (
    <header className="bar">
      <Avatar user={session.user} />
      <span className="who">
        <Name user={session.user} />
        <small>{session.role}</small>
      </span>
      <span className="connection" role="status" data-live={state.isLive}>
        {connectionOf(state)}
      </span>
      <InboxButton onShow={onShow} />
      <p className="unseen" aria-live="polite">
        {news}
      </p>
    </header>
  );
}

function connectionOf({ isLive, isPolled, isLoaded, error }: ThreadsState): string {
  if (isLive && isLoaded) return "Live";
  if (isPolled) return "Updated every 10 s";
  if (error instanceof Error && !isLive) return `Comments are unavailable: ${error.message}`;
  return isLoaded ? "Reconnecting…" : "Loading…";
}

/** Announces the newest comment that somebody else has written since the page was opened, for people who cannot see it appear. */
function useNews({ threads, isLoaded }: ThreadsState): string {
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
