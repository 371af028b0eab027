import type { LiveThread } from "@parley/sdk/browser";
import { memo, useState } from "react";
import { CommentView } from "./comment-view.tsx";
import { Composer } from "./composer.tsx";
import { nameOf, session, threads } from "./parley.ts";

interface ThreadCardProps {
  readonly thread: LiveThread;
  /** The paragraph that the thread is about. */
  readonly anchor: string;
  /** Whether all comments and the reply field are shown. */
  readonly isActive: boolean;
  /** Activates the thread, and focuses its card or the given field. */
  readonly onShow: (annotationId: string, field?: "textarea") => void;
}

const statuses = {
  open: { id: "OPEN", name: "Open", type: "default" },
  resolved: { id: "RESOLVED", name: "Resolved", type: "terminal" },
} as const;

/** A thread with its comments. Commenters may reply, and editors may resolve it. */
export const ThreadCard = memo(function ThreadCard({ thread, anchor, isActive, onShow }: ThreadCardProps) {
  const { annotationId, comments, status, assignedTo, pending } = thread;
  const [problem, setProblem] = useState("");
  const tell = (error: Error) => setProblem(error.message);
  const isResolved = status.type === "terminal";
  const mayReply = session.role !== "viewer" && !isResolved && pending?.state !== "refused";
  const shown = isActive ? comments : comments.filter((_, index) => index === 0 || index === comments.length - 1);
  return (
    <article
      id={`thread-${annotationId}`}
      className="card"
      data-anchor={anchor}
      data-active={isActive}
      data-resolved={isResolved}
      tabIndex={-1}
      aria-label={`Thread of ${nameOf(thread.from ?? null)}, ${comments.length} comments`}
      onFocus={({ target, currentTarget }) => target === currentTarget && !isActive && onShow(annotationId)}
    >
      {shown.flatMap((comment, index) => [
        index === 1 && comments.length > shown.length && (
          <button key="more" type="button" className="quiet" onClick={() => onShow(annotationId)}>
            Show {comments.length - shown.length} more
          </button>
        ),
        <CommentView
          key={comment.commentId}
          annotationId={annotationId}
          comment={comment}
          isFirst={index === 0}
          isActive={isActive}
          onProblem={tell}
        />,
      ])}
      {problem !== "" && <p role="alert">{problem}</p>}
      <footer className="card-foot">
        <span className="status" data-type={status.type}>
          {status.type === "default" ? "Open" : status.name}
        </span>
        {assignedTo !== null && <small>for {nameOf(assignedTo ?? null)}</small>}
        {mayReply && !isActive && (
          <button type="button" className="quiet" onClick={() => onShow(annotationId, "textarea")}>
            Reply
          </button>
        )}
        {session.role === "editor" && pending === undefined && (
          <button
            type="button"
            className="quiet"
            onClick={() => threads.updateThread(annotationId, { status: isResolved ? statuses.open : statuses.resolved }).catch(tell)}
          >
            {isResolved ? "Reopen" : "Resolve"}
          </button>
        )}
      </footer>
      {mayReply && isActive && <Composer label="Reply" action="Reply" onSend={(comment) => threads.addComment(annotationId, comment)} />}
    </article>
  );
});
