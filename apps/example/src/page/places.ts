import type { LiveThread } from "@parley/sdk/browser";

/** The example's document. Yours is stored elsewhere; its places need ids that last. */
export const title = "Welcome to Acme";

export const paragraphs: readonly { readonly id: string; readonly text: string }[] = [
  {
    id: "page-1",
    text: "This handbook says how we work: who decides what, how we write to each other, and where to find help. It belongs to all of us, and anybody may propose a change.",
  },
  {
    id: "writing",
    text: "We write more than we talk. A question that is asked in a document is answered there, where the next person who wonders about it will find it. Keep to one subject in a thread, and close it when it is done.",
  },
  {
    id: "decisions",
    text: "Decisions are made by whoever is closest to the work. Say what you intend to do, whom it concerns, and until when you want to hear objections. Silence is consent, and a question is not a veto.",
  },
  {
    id: "first-week",
    text: "In your first week you meet everybody on your team, set up your machine with a colleague beside you, and ship something small. Write down what surprised you: you see this place with fresh eyes only once.",
  },
  {
    id: "help",
    text: "If you are stuck for longer than half an hour, ask. Nobody here knows everything, and everybody has been where you are.",
  },
];

/** The paragraph that a thread is about; the first paragraph if the thread names none of them. */
export function anchorOf(thread: LiveThread | undefined): string | undefined {
  if (thread === undefined) return undefined;
  const found = paragraphs.find(({ id }) => id === thread.location?.id) ?? paragraphs[0];
  return found?.id;
}

/** Sorts threads by paragraph, and keeps their order within each. */
export function inOrder(threads: readonly LiveThread[]): readonly LiveThread[] {
  const nth = (thread: LiveThread) => paragraphs.findIndex(({ id }) => id === anchorOf(thread));
  return threads.toSorted((one, other) => nth(one) - nth(other));
}
