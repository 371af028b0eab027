import type { LiveThread } from "@parley/sdk/browser";
import { memo } from "react";
import { session } from "./parley.ts";
import { anchorOf, paragraphs, title } from "./places.ts";

interface DocumentTextProps {
  readonly threads: readonly LiveThread[];
  /** The paragraph of the active thread or of the draft. */
  readonly marked: string | undefined;
  readonly onBegin: (paragraphId: string) => void;
}

/** The document itself. */
export const DocumentText = memo(function DocumentText({ threads, marked, onBegin }: DocumentTextProps) {
  return (
    <main className="document">
      <h1>{title}</h1>
      {paragraphs.map(({ id, text }, index) => {
        const count = threads.filter((thread) => anchorOf(thread) === id).length;
        const name = `Comment on paragraph ${index + 1}${count === 0 ? "" : `, which has ${count} open`}`;
        return (
          <div key={id} id={id} className="paragraph" data-marked={id === marked} data-commented={count > 0}>
            <p>{text}</p>
            {session.role !== "viewer" && (
              <button type="button" className="begin" aria-label={name} title={name} onClick={() => onBegin(id)}>
                {count === 0 ? "+" : count}
              </button>
            )}
          </div>
        );
      })}
    </main>
  );
});
