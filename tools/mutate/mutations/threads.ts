import type { Mutation } from "../mutation.ts";

const addAnnotations = "apps/activity/src/threads/add-annotations.ts";

/** The integrity of threads. */
export const threads: readonly Mutation[] = [
  {
    name: "thread-without-its-comments-stays",
    file: addAnnotations,
    text: "if (refs.length > 0) await deleteAnnotations(",
    replacement: "if (refs.length > 1_000) await deleteAnnotations(",
    noticedBy: ["apps/activity/test/refused-comments.test.ts"],
    tests: "a thread whose comments are all refused is",
  },
  {
    name: "thread-with-one-refused-comment-is-withdrawn",
    file: addAnnotations,
    text: '!item.comments.some((comment) => outcomeOf.get(comment) === "created")',
    replacement: '!item.comments.every((comment) => outcomeOf.get(comment) === "created")',
    noticedBy: ["apps/activity/test/refused-comments.test.ts"],
    tests: "a thread with one refused comment is stored",
  },
  {
    name: "thread-that-got-a-comment-seems-unchanged",
    file: addAnnotations,
    text: 'outcome === "unchanged" && isWritten',
    replacement: 'outcome === "empty" && isWritten',
    noticedBy: ["apps/activity/test/threads.test.ts"],
    tests: "adding only a comment to an existing thread",
  },
  {
    name: "withdrawn-thread-takes-room",
    file: addAnnotations,
    text: "for (const annotationId of withdrawn) inserted.delete(annotationId);",
    replacement: "",
    noticedBy: ["apps/activity/test/quotas.test.ts"],
    tests: "a thread whose comments exceed the quota is",
  },
];
