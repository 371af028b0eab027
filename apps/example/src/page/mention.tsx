import { type RefObject, useId, useState } from "react";
import { flushSync } from "react-dom";
import { type Person, session } from "./parley.ts";
import { Name } from "./person.tsx";

/** Offers people after `@` and the beginning of a name, and inserts the chosen name into the text. */
export function useMention(field: RefObject<HTMLTextAreaElement | null>, text: string, onText: (text: string) => void) {
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [nth, setNth] = useState(0);
  const [isClosed, setClosed] = useState(false);

  const [typed, word = ""] = /(?:^|\s)@([^@\s]*)$/u.exec(text.slice(0, caret)) ?? [];
  const begins = ({ name }: Person) => name.split(" ").some((part) => part.toLowerCase().startsWith(word.toLowerCase()));
  const people = typed === undefined || isClosed ? [] : session.people.filter(begins).slice(0, 6);
  const chosen = people[nth % people.length];

  const choose = ({ name }: Person) => {
    const before = `${text.slice(0, caret - word.length)}${name} `;
    // Updates at once, because the next key may follow before the next render.
    flushSync(() => {
      onText(before + text.slice(caret));
      setCaret(before.length);
    });
    field.current?.focus();
    field.current?.setSelectionRange(before.length, before.length);
  };
  /** Handles a key, and returns whether it was meant for the list. */
  const onKey = (key: string): boolean => {
    if (chosen === undefined) return false;
    if (key === "ArrowDown") setNth(nth + 1);
    else if (key === "ArrowUp") setNth(nth + people.length - 1);
    else if (key === "Enter" || key === "Tab") choose(chosen);
    else if (key === "Escape") setClosed(true);
    else return false;
    return true;
  };
  const onCaret = (position: number) => {
    if (position === caret) return;
    setCaret(position);
    setNth(0);
    setClosed(false);
  };
  return { listId, people, chosen, choose, onKey, onCaret };
}

type MentionListProps = Pick<ReturnType<typeof useMention>, "listId" | "people" | "chosen" | "choose">;

/** The people to choose from; the text field keeps the focus. */
export function MentionList({ listId, people, chosen, choose }: MentionListProps) {
  if (people.length === 0) return null;
  return (
    <div id={listId} className="people" role="listbox" aria-label="People to mention">
      {people.map((person) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field takes the keys
        <div
          key={person.userId}
          id={`${listId}-${person.userId}`}
          role="option"
          tabIndex={-1}
          aria-selected={person === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <Name user={person} />
        </div>
      ))}
    </div>
  );
}

/** The people whom a text mentions by their full names. */
export function mentionsIn(text: string): { userId: string; text: string }[] {
  return session.people.map(({ userId, name }) => ({ userId, text: `@${name}` })).filter((mention) => text.includes(mention.text));
}
