import { expect, test } from "vitest";
import { renderedLength, renderTemplate } from "./template.ts";

const values: Readonly<Record<string, string>> = { name: "Ann", empty: "", "two words": "2", braces: "{name}", html: "<b>\u0007</b>" };
const textOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);

test.each([
  ["a variable is replaced wherever it occurs", "{name}, {name}!", "Ann, Ann!"],
  ["a variable may be empty or have blanks in its name", "[{empty}{two words}]", "[2]"],
  ["doubled braces are literal", "{{name}} {{}} }}{{", "{name} {} }{"],
  ["a variable may be within literal braces", "{{{name}}}", "{Ann}"],
  ["an unknown variable stays as written", "{nobody} { name }", "{nobody} { name }"],
  ["nothing between braces is no variable", "{}", "{}"],
  ["unbalanced braces stay as written", "{name", "{name"],
  ["a brace that closes nothing stays", "name} {name}}", "name} Ann}"],
  ["a brace that opens nothing stays", "{a{name} {", "{aAnn {"],
  ["inserted text is not expanded again", "{braces}", "{name}"],
  ["HTML and control characters are kept", "<i>\u0001</i>{html}$&", "<i>\u0001</i><b>\u0007</b>$&"],
  ["names of inherited properties are unknown like any other", "{__proto__}{constructor}{toString}", "{__proto__}{constructor}{toString}"],
])("%s", (_, template, expected) => {
  expect(renderTemplate(template, textOf)).toBe(expected);
  expect(renderedLength(template, textOf)).toBe(expected.length);
});

test("a template of only braces takes linear time", () => {
  const startedMs = performance.now();

  renderTemplate("{".repeat(9_999), textOf);
  renderTemplate(`{${"a".repeat(9_998)}`, textOf);
  renderTemplate("{a".repeat(5_000), textOf);

  expect(performance.now() - startedMs).toBeLessThan(200);
});
