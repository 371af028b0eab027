import { expect, test } from "vitest";
import { renderTemplate } from "./render-template.ts";

const data = {
  actionUser: { userId: "alice", name: "Alice" },
  mailOnly: { userId: "bob", email: "bob@example.com", name: "" },
  idOnly: { userId: "carol" },
  count: 3,
  done: false,
  nothing: null,
  list: ["a"],
  object: { key: "value" },
  nested: "{{count}}",
  html: '<b onclick="x">&amp;</b>',
  control: "a\u0001\nb",
};

test.each([
  ["{{actionUser}} closed {{count}} of them: {{done}}", "Alice closed 3 of them: false"],
  ["{{ actionUser }}", "Alice"],
  ["{{mailOnly}} and {{idOnly}}", "bob@example.com and carol"],
  ["{{html}}{{control}}", '<b onclick="x">&amp;</b>a\u0001\nb'],
])("%s shows its values", (template, message) => {
  expect(renderTemplate(template, data)).toBe(message);
});

test.each([
  "{{unknown}}",
  "{{nothing}} {{list}} {{object}}",
  "{{}}",
  "{{ }}",
  "{single}",
  "{{open",
  "close}}",
  "{{ {count} }}",
  "}}{{",
  "{{count}",
  "<script>{{</script>",
])("%s has no value to show and stays as written", (template) => {
  expect(renderTemplate(template, data)).toBe(template);
});

test("braces next to a variable stay as written", () => {
  expect(renderTemplate("{{{count}}}", data)).toBe("{3}");
  expect(renderTemplate("{{count}}}} {{ {{count}}", data)).toBe("3}} {{ 3");
});

test("names such as constructor are unknown variables unless the customer's data has them", () => {
  const template = "{{__proto__}} {{constructor}} {{toString}}";

  expect(renderTemplate(template, data)).toBe(template);
  expect(renderTemplate(template, JSON.parse('{"__proto__":"p","constructor":{"userId":"c"}}'))).toBe("p c {{toString}}");
});

test("a variable inside a value is not rendered", () => {
  expect(renderTemplate("{{nested}}", data)).toBe("{{count}}");
});

test("a message has at most 10,000 characters, regardless of the length of the values", () => {
  const message = renderTemplate("{{a}}".repeat(100), { a: "😀".repeat(50_000) });

  expect(message.length).toBe(10_000);
  expect(message.isWellFormed()).toBe(true);
});
