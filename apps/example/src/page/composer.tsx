import type { CommentContent } from "@parley/sdk/browser";
import { useEffect, useRef, useState } from "react";
import { MentionList, mentionsIn, useMention } from "./mention.tsx";

interface ComposerProps {
  /** Describes the field for people who cannot see it. */
  readonly label: string;
  /** The text of the button. */
  readonly action: string;
  readonly text?: string;
  readonly takesFocus?: boolean;
  readonly onSend: (content: CommentContent) => void;
  readonly onCancel?: () => void;
}

/** The field for a comment. `@` mentions somebody, Ctrl or ⌘ with Enter sends, and Escape cancels. */
export function Composer({ label, action, text: given = "", takesFocus = false, onSend, onCancel }: ComposerProps) {
  const [text, setText] = useState(given);
  const field = useRef<HTMLTextAreaElement>(null);
  const mention = useMention(field, text, setText);
  const { listId, people, chosen } = mention;
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const send = (event?: React.FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "") return;
    onSend({ commentText: text.trim(), taggedUserContacts: mentionsIn(text) });
    setText("");
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    // These keys belong to an input method that is composing a word: Enter takes its candidate.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (mention.onKey(event.key)) event.preventDefault();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
    else if (event.key === "Escape") onCancel?.();
  };
  return (
    <form className="composer" onSubmit={send}>
      <textarea
        ref={field}
        aria-label={label}
        placeholder={`${label}…`}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onSelect={(event) => mention.onCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? listId : undefined}
        aria-activedescendant={chosen && `${listId}-${chosen.userId}`}
      />
      <MentionList {...mention} />
      {(text !== "" || onCancel !== undefined) && (
        <div className="actions">
          {onCancel !== undefined && (
            <button type="button" className="quiet" onClick={onCancel}>
              Cancel
            </button>
          )}
          <button type="submit" className="strong" disabled={text.trim() === ""}>
            {action}
          </button>
        </div>
      )}
    </form>
  );
}
