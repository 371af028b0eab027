import { expect, test } from "vitest";
import { senderSchema } from "./sender.ts";

const parse = (line: string | undefined) => senderSchema("parley@localhost").safeParse(line);

test.each([
  [undefined, "parley@localhost", ""],
  ["no-reply@acme.example", "no-reply@acme.example", ""],
  ["Acme <no-reply@acme.example>", "no-reply@acme.example", "Acme"],
  ['"Acme, Inc." <no-reply@acme.example>', "no-reply@acme.example", "Acme, Inc."],
  ["Müller & Söhne <no-reply@müller.example>", "no-reply@müller.example", "Müller & Söhne"],
  ["<no-reply@acme.example>", "no-reply@acme.example", ""],
])("%s is read as the address %s with the name %s", (line, address, name) => {
  expect(parse(line)).toEqual({ success: true, data: { address, name } });
});

test.each([
  "",
  "Acme",
  "Acme <no-reply>",
  "Acme <no-reply@acme.example",
  "a@acme.example, b@acme.example",
  "Team: a@acme.example, b@acme.example;",
  "Acme <a@acme.example>\r\nBcc: all@acme.example",
  "two words@acme.example",
])("%s is refused with the two accepted forms in the message", (line) => {
  expect(parse(line).error?.issues[0]?.message).toBe(
    "must be one e-mail address, such as no-reply@acme.example or Acme <no-reply@acme.example>",
  );
});
