import type { LiveComment } from "@parley/sdk/browser";
import { nameOf, session, threads } from "./parley.ts";

interface ReactionsProps {
  readonly annotationId: string;
  readonly comment: LiveComment;
  /** Whether to offer reactions that nobody has given yet. */
  readonly offersMore: boolean;
  readonly onProblem: (error: Error) => void;
}

const offered = { "👍": "Agree", "🎉": "Celebrate", "❤️": "Love", "👀": "Looking" };

/** The reactions to a comment; each button adds or removes the reader's own. */
export function Reactions({ annotationId, comment, offersMore, onProblem }: ReactionsProps) {
  const { commentId, reactionAnnotations } = comment;
  const shown = new Set([...(offersMore ? Object.keys(offered) : []), ...reactionAnnotations.map(({ icon }) => icon)]);
  return [...shown].map((reaction) => {
    const users = reactionAnnotations.filter(({ icon }) => icon === reaction).flatMap(({ fromUsers }) => fromUsers.map(({ from }) => from));
    const isMine = users.some(({ userId }) => userId === session.user.userId);
    const who = [offered[reaction as keyof typeof offered], ...users.map(nameOf)].filter(Boolean).join(", ");
    return (
      <button
        key={reaction}
        type="button"
        className="reaction"
        aria-pressed={isMine}
        title={who}
        data-used={users.length > 0}
        disabled={session.role === "viewer"}
        onClick={() => threads.react(annotationId, commentId, reaction, !isMine).catch(onProblem)}
      >
        {reaction} {users.length > 0 && <span>{users.length}</span>} <span className="unseen">{who}</span>
      </button>
    );
  });
}
