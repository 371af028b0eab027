import { useCallback, useState, useSyncExternalStore } from "react";
import { Bar } from "./bar.tsx";
import { DocumentText } from "./document-text.tsx";
import { Margin } from "./margin.tsx";
import { threads } from "./parley.ts";
import { anchorOf, inOrder } from "./places.ts";

/** A document with its threads in the margin. */
export function DocumentPage() {
  const state = useSyncExternalStore(threads.subscribe, threads.getSnapshot);
  const [showsResolved, setShowsResolved] = useState(false);
  const [active, setActive] = useState<string>();
  /** The paragraph for which a new thread is being written. */
  const [draftAt, setDraftAt] = useState<string>();
  /** Whether the margin is open; on a phone it is a sheet over the text. */
  const [isOpen, setOpen] = useState(false);

  const isShown = ({ status, annotationId }: (typeof state.threads)[number]) =>
    showsResolved || status.type !== "terminal" || annotationId === active;
  const shown = inOrder(state.threads.filter(isShown));
  const marked = draftAt ?? anchorOf(shown.find(({ annotationId }) => annotationId === active));
  const show = useCallback((annotationId: string, field?: "textarea") => {
    setActive(annotationId);
    setOpen(true);
    // Waits until the card is rendered.
    setTimeout(() => {
      const card = document.getElementById(`thread-${annotationId}`);
      (field === undefined ? card : card?.querySelector(field))?.focus();
    });
  }, []);
  const begin = useCallback((paragraphId: string) => {
    setDraftAt(paragraphId);
    setOpen(true);
  }, []);

  return (
    <div className="page">
      <Bar state={state} onShow={show} />
      <DocumentText threads={shown} marked={marked} onBegin={begin} />
      <Margin
        threads={shown}
        resolved={state.threads.filter(({ status }) => status.type === "terminal").length}
        showsResolved={showsResolved}
        onShowResolved={setShowsResolved}
        active={active}
        onShow={show}
        draftAt={draftAt}
        onDraft={(comment) => {
          if (comment !== undefined) show(threads.addThread(comment, { location: { id: draftAt } }));
          setDraftAt(undefined);
        }}
        isOpen={isOpen}
        onOpen={setOpen}
      />
    </div>
  );
}
