import { expect, test } from "vitest";
import { Parley } from "../parley.ts";
import { BatchError } from "./batch.ts";

test("one thing is requested by its id, and is returned itself", async () => {
  const { parley, sent } = answering([{ annotationId: "typo" }]);

  const thread = await parley.threads.retrieve({ organizationId: "acme", documentId: "plan", annotationId: "typo" });

  expect(thread).toEqual({ annotationId: "typo" });
  expect(sent).toEqual([{ organizationId: "acme", documentId: "plan", annotationIds: ["typo"], one: true }]);
});

test("one item is sent as a list, and its entry is returned itself", async () => {
  const { parley, sent } = answering({ t1: { success: true, id: "t1", commentIds: ["c1"], message: "Added." } });
  const commentData = [{ from: { userId: "ada" }, commentText: "Hello." }];

  const { id, commentIds } = await parley.threads.create({ organizationId: "acme", documentId: "plan", thread: { commentData } });

  expect([id, commentIds]).toEqual(["t1", ["c1"]]);
  expect(sent).toEqual([{ organizationId: "acme", documentId: "plan", commentAnnotations: [{ commentData }] }]);
});

test("one item that was not added is a failure with the reason", async () => {
  const { parley } = answering({ ada: { success: false, id: "ada", message: "No room.", code: "quota_reached" } });

  const failure = await parley.users.create({ organizationId: "acme", user: { userId: "ada" } }).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(BatchError);
  expect(failure).toMatchObject({ code: "quota_reached", failed: [{ id: "ada", message: "No room." }] });
});

function answering(data: unknown): { readonly parley: Parley; readonly sent: readonly unknown[] } {
  const sent: unknown[] = [];
  const fetch = async (_url: string, { body }: { readonly body: string }) => {
    sent.push(JSON.parse(body).data);
    return Response.json({ result: { status: "success", message: "Done.", data } });
  };
  return { parley: new Parley({ baseUrl: "http://localhost:8080", apiKey: "pk_test_1", authToken: "sk_1", fetch }), sent };
}
