import type { ThreadsState } from "@parley/sdk/browser";
import { InboxButton } from "./inbox-button.tsx";
import { session } from "./parley.ts";
import { Avatar, Name } from "./person.tsx";
import { useNews } from "./use-news.ts";

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
