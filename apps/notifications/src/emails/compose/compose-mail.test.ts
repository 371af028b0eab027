import { expect, test } from "vitest";
import { composeMail } from "./compose-mail.ts";
import type { MailItem } from "./mail-content.ts";

const broken = "A\r\nBcc: all@acme.example\u2028B\u0000\tC";
const line = "A Bcc: all@acme.example B C";
const comment: MailItem = { kind: "comment", from: broken, text: "Hello", commentId: "c", atMs: 0 };

/** A mail in which every text that people can write has line breaks. */
function composed(items: readonly MailItem[] = [comment]) {
  return composeMail({
    mail: { apiKeyId: "pk", publicId: "em_1", organizationId: "acme", documentId: "welcome", annotationId: "t" },
    config: {
      workspaceId: "ws",
      isOn: true,
      type: "smtp",
      apiKey: "",
      fromEmail: "parley@acme.example",
      fromCompany: broken,
      commentTemplateId: "",
      tagTemplateId: "",
      linkTemplate: "",
    },
    to: { address: "bob@acme.example", name: broken },
    items,
    defaultFrom: { address: "", name: "" },
    organizationName: broken,
    documentName: broken,
    more: 0,
    unsubscribeUrl: "",
  });
}

test("names in the headers of a mail are single lines, whatever its provider does with them", () => {
  const { from, to } = composed();

  expect(from).toEqual({ address: "parley@acme.example", name: line });
  expect(to).toEqual({ address: "bob@acme.example", name: line });
});

test.each<[string, readonly MailItem[], string]>([
  ["comment", [comment], `${line} commented in “${line}”`],
  ["mention", [{ ...comment, kind: "tag" }], `${line} mentioned you in “${line}”`],
  ["assignment", [{ ...comment, kind: "assign" }], `${line} assigned a thread to you in “${line}”`],
  ["notification", [{ ...comment, kind: "notification", text: "A\r\u2028B\nthe rest" }], "A B"],
  ["several things", [comment, comment], `2 new comments in “${line}”`],
])("the subject of a mail is a single line, whatever people wrote: %s", (_kind, items, subject) => {
  expect(composed(items).subject).toBe(subject);
});
