import { useSyncExternalStore } from "react";
import { inbox, session } from "./parley.ts";
import { Time } from "./time.tsx";

interface InboxButtonProps {
  readonly onShow: (annotationId: string) => void;
}

/** The inbox with its number of unread entries. The browser opens and closes the list and restores the focus. */
export function InboxButton({ onShow }: InboxButtonProps) {
  const { entries, unread, hasMore, isLoaded } = useSyncExternalStore(inbox.subscribe, inbox.getSnapshot);
  const open = (entry: (typeof entries)[number]) => {
    if (!entry.isRead) inbox.mark([entry.notificationId]).catch(console.error);
    const { annotationId } = entry.notificationSourceData;
    if (entry.documentId !== session.documentId || typeof annotationId !== "string") return;
    document.getElementById("inbox")?.hidePopover();
    onShow(annotationId);
  };
  return (
    <>
      <button type="button" className="inbox-button" popoverTarget="inbox">
        Inbox
        {unread > 0 && (
          <span className="count">
            {unread} <span className="unseen">unread</span>
          </span>
        )}
      </button>
      <div id="inbox" popover="auto" className="inbox" role="dialog" aria-label="Inbox">
        <div className="margin-head">
          <strong>Inbox</strong>
          <button type="button" className="quiet" disabled={unread === 0} onClick={() => inbox.markAll().catch(console.error)}>
            Mark all as read
          </button>
        </div>
        {isLoaded && entries.length === 0 && <p>Nothing yet.</p>}
        <ul>
          {entries.map((entry) => (
            <li key={entry.notificationId}>
              <button type="button" className="entry" data-unread={!entry.isRead} onClick={() => open(entry)}>
                <bdi>{entry.displayHeadlineMessage}</bdi>
                <span dir="auto">{entry.displayBodyMessage}</span>
                <small>
                  {entry.isRead ? "" : "unread · "}
                  <Time ms={entry.timestamp} />
                </small>
              </button>
            </li>
          ))}
        </ul>
        {hasMore && <p>Only the newest are shown.</p>}
      </div>
    </>
  );
}
