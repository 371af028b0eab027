import type { CommentContent, LiveThread } from "@parley/sdk/browser";
import { Composer } from "./composer.tsx";
import { anchorOf, paragraphs } from "./places.ts";
import { ThreadCard } from "./thread-card.tsx";
import { useStack } from "./use-stack.ts";

interface MarginProps {
  readonly threads: readonly LiveThread[];
  readonly resolved: number;
  readonly showsResolved: boolean;
  readonly onShowResolved: (shows: boolean) => void;
  readonly active: string | undefined;
  readonly onShow: (annotationId: string, field?: "textarea") => void;
  readonly draftAt: string | undefined;
  /** Called with the comment, or with undefined when the draft is cancelled. */
  readonly onDraft: (comment: CommentContent | undefined) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** The threads, each beside its paragraph; on a phone in a sheet over the text. */
export function Margin({
  threads,
  resolved,
  showsResolved,
  onShowResolved,
  active,
  onShow,
  draftAt,
  onDraft,
  isOpen,
  onOpen,
}: MarginProps) {
  const stack = useStack();
  return (
    <aside className="margin" aria-label="Comments" data-open={isOpen}>
      <div className="margin-head">
        <button type="button" className="sheet-toggle" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          Comments ({threads.length})
        </button>
        {resolved > 0 && (
          <button type="button" className="quiet" aria-pressed={showsResolved} onClick={() => onShowResolved(!showsResolved)}>
            Resolved ({resolved})
          </button>
        )}
      </div>
      <div className="stack" ref={stack}>
        {paragraphs.flatMap(({ id }) => [
          ...threads
            .filter((thread) => anchorOf(thread) === id)
            .map((thread) => (
              <ThreadCard key={thread.annotationId} thread={thread} anchor={id} isActive={thread.annotationId === active} onShow={onShow} />
            )),
          id === draftAt && (
            <section key="draft" className="card draft" data-anchor={id} aria-label="New thread">
              <Composer label="Comment" action="Comment" takesFocus onSend={onDraft} onCancel={() => onDraft(undefined)} />
            </section>
          ),
        ])}
      </div>
    </aside>
  );
}
