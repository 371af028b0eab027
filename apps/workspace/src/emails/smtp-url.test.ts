import { EgressRules, networks, parsePorts } from "@parley/egress";
import { expect, test } from "vitest";
import { smtpUrlProblem } from "./smtp-url.ts";

const egress = new EgressRules({ networks: networks("10.7.0.0/16"), ports: parsePorts("25,465,587,2525") ?? [] });

test.each([
  "smtp://mail.acme.example",
  "smtps://mail.acme.example",
  "smtps://user:p%40ss@mail.acme.example:465",
  "smtp://user:word@mail.acme.example:2525",
  "smtp://8.8.8.8:25",
  "smtp://10.7.1.2",
  "SMTP://münchen.de",
])("%s is the URL of a mail server", (url) => {
  expect(smtpUrlProblem(url, egress)).toBeUndefined();
});

test.each([
  "",
  "mail.acme.example",
  "smtp:",
  "smtp://",
  "https://mail.acme.example",
  "smtp://mail.acme.example\r\nX: y",
  "smtp:// mail",
  "smtp://mail.1",
])("%j is not the URL of a mail server", (url) => {
  expect(smtpUrlProblem(url, egress)).toBe("must be an smtp:// or smtps:// URL when type is smtp");
});

test("a non-public address is refused in each of its spellings, and named", () => {
  const problem = (host: string) => smtpUrlProblem(`smtp://user:secret-word@${host}`, egress);

  expect(problem("127.0.0.1")).toBe(
    "must lead to a mail server with a public address, which 127.0.0.1 is not: mails are not sent elsewhere",
  );
  expect(problem("2130706433")).toContain("which 2130706433 (127.0.0.1) is not");
  expect(problem("0x7f.1")).toContain("which 0x7f.1 (127.0.0.1) is not");
  expect(problem("localhost")).toContain("which localhost is not");
  expect(problem("[::ffff:10.0.0.1]")).toContain("is not");
});

test("a port of another service is refused, and the message names the ports of mail servers without quoting the URL", () => {
  const sentence = "must lead to a port on which mail servers listen here, one of 25, 465, 587, 2525";

  expect(smtpUrlProblem("smtp://mail.acme.example:22", egress)).toBe(sentence);
  // An unescaped slash in a password ends the host early, and the beginning of the password is parsed as a port.
  expect(smtpUrlProblem("smtp://user:123/word@mail.acme.example", egress)).toBe(sentence);
});
