import type { Parley } from "@parley/sdk";
import { expect, test } from "vitest";
import { newLevel } from "./place.ts";
import { readLevel } from "./read-level.ts";

const documentIds = Array.from({ length: 150 }, (_, index) => `d${index}`);
const level = { ...newLevel(undefined), next: { of: "documents" } } as const;

/** A client whose Parley has these documents, and counts their threads with the function. */
function withDocuments(count: (asked: readonly string[]) => Promise<unknown>): Parley {
  const list = async () => ({ data: documentIds.map((documentId) => ({ documentId })), nextPageToken: null });
  const threads = { count: ({ documentIds: asked }: { readonly documentIds: readonly string[] }) => count(asked) };
  return { documents: { list }, threads } as unknown as Parley;
}

test("documents have the number of their threads, counted for a hundred at a time", async () => {
  const asked: number[] = [];
  const parley = withDocuments(async (ids) => {
    asked.push(ids.length);
    return Object.fromEntries(ids.map((id) => [id, { total: id === "d120" ? 5_001 : 2, statuses: {}, hasMore: id === "d120" }]));
  });

  const { places } = await readLevel(parley, "acme", level);

  expect(asked).toEqual([100, 50]);
  expect(places[0]).toMatchObject({ id: "d0", name: "d0", threads: { total: 2, hasMore: false } });
  expect(places[120]).toMatchObject({ threads: { total: 5_001, hasMore: true } });
});

test("documents whose threads cannot be counted are shown without a count", async () => {
  const parley = withDocuments(() => Promise.reject(new Error("overloaded")));

  const { places } = await readLevel(parley, "acme", level);

  expect(places).toHaveLength(150);
  expect(places[0]).toEqual({ kind: "document", id: "d0", name: "d0" });
});
