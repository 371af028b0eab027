import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { findProgram } from "../support/find-program.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { Shell } from "./command.ts";

const name = "Ann\u009b2J\u202egpj.exe\u2066\u0085";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const hidden = /[\u0080-\u009f\p{Bidi_Control}]|\u001b\[(?!(?:1|2|22|31|32|33|39)m)/u;

let parley: Parley;
let shell: Shell;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  const { customer, apiKey, authToken } = await createWorkspace(parley.url, parley.adminToken);
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "ann", name }], createOrganization: true });
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  const commentData = [{ from: { userId: "ann", name }, commentText: name }];
  const commentAnnotations = [{ annotationId: "t", commentData }];
  await customer.data("/v2/commentannotations/add", { organizationId: "acme", documentId: "plan", commentAnnotations });
  shell = await Shell.open({ PARLEY_BASE_URL: parley.url, PARLEY_API_KEY: apiKey, PARLEY_AUTH_TOKEN: authToken });
});

afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await parley?.stop();
});

test.each([
  { words: ["call", "users.list", `'{"organizationId":"acme"}'`], json: true },
  { words: ["call", "users.list", `'{"organizationId":"acme"}'`, "--all"], json: true },
  { words: ["changes", "--include", "thread"], json: true },
  { words: ["users", "list", "-o", "acme"], json: false },
  { words: ["threads", "list", "-o", "acme"], json: false },
])("at a terminal, $words shows control characters of names escaped; in a pipe JSON has them as they are", async ({ words, json }) => {
  if (findProgram("script") === undefined) return console.warn("SKIPPED: text at a terminal, because there is no script (bsdutils).");
  const terminal = shell.inTerminal(...words);
  const code = await terminal.end();
  const piped = await shell.run(...words.map((word) => word.replaceAll("'", "")));

  expect(code, terminal.shown).toBe(0);
  expect(terminal.shown).not.toMatch(hidden);
  expect(terminal.shown).toContain("\\u202egpj.exe");
  expect(piped, piped.err).toMatchObject({ code: 0 });
  if (json) expect(piped.out).toContain(name);
});
