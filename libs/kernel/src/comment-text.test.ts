import { expect, test } from "vitest";
import { commentText, shownText } from "./comment-text.ts";

test("a comment's own text takes precedence over that of its HTML", () => {
  expect(commentText({ commentText: "a text", commentHtml: "<p>else</p>" })).toBe("a text");
  expect(commentText({ commentText: "", commentHtml: "<p>Fish &amp; <b>chips</b>&#33;</p>" })).toBe("Fish & chips!");
});

test("a comment without text is shown by the names of its attachments", () => {
  const attachments = [{ name: "report.pdf" }, { name: "" }, {}, { name: "plan.png" }];

  expect(shownText({ commentText: "", commentHtml: "", attachments })).toBe("report.pdf, plan.png");
  expect(shownText({ commentText: "", commentHtml: "<p> <img src=x> </p>", attachments })).toBe("report.pdf, plan.png");
  expect(shownText({ commentText: "See", commentHtml: "", attachments })).toBe("See");
  expect(shownText({ commentText: "", commentHtml: "" })).toBe("");
});
