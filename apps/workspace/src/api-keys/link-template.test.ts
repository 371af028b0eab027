import { expect, test } from "vitest";
import { linkTemplateViolations } from "./link-template.ts";

test.each([
  "",
  "https://app.acme.example/documents/{documentId}",
  "http://localhost:3000/{organizationId}/{documentId}?thread={annotationId}#comment-{commentId}",
])("the link template %s is taken", (template) => expect(linkTemplateViolations(template)).toEqual([]));

test.each([
  ["javascript:alert('{documentId}')", "linkTemplate must be an http or https URL, not javascript:alert('{documentId}')."],
  ["app.acme.example/{documentId}", "linkTemplate must be a URL, not app.acme.example/{documentId}."],
  ["https://{organizationId}.acme.example/", "linkTemplate must name its host, unlike https://{organizationId}.acme.example/."],
  [
    "https://acme.example/{userId}",
    "linkTemplate contains {userId}; it may contain {organizationId}, {documentId}, {annotationId}, {commentId}.",
  ],
  ["https://acme.example/{documentId", "linkTemplate must be a URL, not https://acme.example/{documentId."],
])("the link template %s is refused", (template, message) => {
  expect(linkTemplateViolations(template)).toEqual([{ field: "link_template", message }]);
});
