import type { LiveComment, Pending } from "@parley/sdk/browser";
import { useState } from "react";
import { CommentText } from "./comment-text.tsx";
import { Composer } from "./composer.tsx";
import { session, threads } from "./parley.ts";
import { Avatar, Name } from "./person.tsx";
import { Reactions } from "./reactions.tsx";
import { Time } from "./time.tsx";

interface CommentViewProps {
  readonly annotationId: string;
  readonly comment: LiveComment;
  /** Whether this is the thread's first comment; deleting it deletes the thread. */
  readonly isFirst: boolean;
  /** Whether the comment offers its actions. */
  readonly isActive: boolean;
  readonly onProblem: (error: Error) => void;
}

/** A comment, with the actions that its reader may take. */
export function CommentView({ annotationId, comment, isFirst, isActive, onProblem }: CommentViewProps) {
  const { commentId, from, createdAt, editedAt, pending } = comment;
  const [isEdited, setEdited] = useState(false);
  const isMine = from.userId === session.user.userId;
  const remove = () => {
    if (!confirm(isFirst ? "Delete this thread with its replies?" : "Delete this comment?")) return;
    (isFirst ? threads.deleteThread(annotationId) : threads.deleteComment(annotationId, commentId)).catch(onProblem);
  };
  return (
    <div className="comment" data-pending={pending?.state}>
      <Avatar user={from} />
      <div className="comment-head">
        <Name user={from} />
        <Time ms={createdAt} />
        {editedAt !== null && <small>edited</small>}
      </div>
      {isEdited ? (
        <Composer
          label="Comment"
          action="Save"
          text={comment.commentText}
          takesFocus
          onCancel={() => setEdited(false)}
          onSend={(content) => {
            setEdited(false);
            threads.updateComment(annotationId, commentId, content).catch(onProblem);
          }}
        />
      ) : (
        <CommentText comment={comment} />
      )}
      <PendingLine pending={pending} />
      {pending === undefined && !isEdited && (isActive || comment.reactionAnnotations.length > 0) && (
        <div className="actions">
          <Reactions annotationId={annotationId} comment={comment} offersMore={isActive} onProblem={onProblem} />
          {isMine && isActive && (
            <>
              <button type="button" className="quiet" onClick={() => setEdited(true)}>
                Edit
              </button>
              <button type="button" className="quiet" onClick={remove}>
                Delete
              </button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** The state of a comment that the server has not confirmed. */
function PendingLine({ pending }: { readonly pending: Pending | undefined }) {
  if (pending === undefined || pending.state === "sending") return null;
  if (pending.state === "waiting") return <small role="status">Waiting for a connection…</small>;
  return (
    <p role="alert">
      Not sent: {pending.error instanceof Error ? pending.error.message : "it was refused"}{" "}
      <button type="button" className="quiet" onClick={pending.retry}>
        Try again
      </button>
      <button type="button" className="quiet" onClick={pending.discard}>
        Discard
      </button>
    </p>
  );
}
