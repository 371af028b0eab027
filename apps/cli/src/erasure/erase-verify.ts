import { readFile } from "node:fs/promises";
import {
  type AuditKeySet,
  type RemovalCertificate,
  readCertificateText,
  readCheckpoint,
  readRemovalCertificate,
  subjectHashOf,
} from "@parley/audit";
import type { Command } from "commander";
import { keySetAt, keySetIn } from "../audit/key-set.ts";
import { sessionOf } from "../profiles/session.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { UsageError } from "../terminal/problem.ts";
import { table, timeText } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface VerifyOptions {
  readonly subject?: readonly string[];
  readonly keys?: string;
}

/** `parley erase verify <file>`: checks whether a certificate of a removal is genuine, prints its content, and checks its subjects. */
export function addEraseVerify(erase: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  erase
    .command("verify")
    .description("check the certificate of a removal and print its content; offline except for the public keys")
    .argument("<file>", "the response of removals.getCertificate, or the certificate alone")
    .option(
      "--subject <subject...>",
      "the required subjects: user:<id>, organization:<id>, folder:<id>, document:<id>, location:<id>, location-name:<name>, api-key:<id>",
    )
    .option("--keys <file>", "the public keys; by default those at /.well-known/jwks.json of the installation")
    .action(async (file: string, options: VerifyOptions, command: Command) => {
      const keys =
        options.keys === undefined ? await keySetAt((await sessionOf(terminal, command)).profile.baseUrl) : await keySetIn(options.keys);
      finish(await verify(terminal, await contentOf(file), options.subject ?? [], keys));
    });
}

type Content = NonNullable<ReturnType<typeof readCertificateText>>;

async function contentOf(file: string): Promise<Content> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${error.code}).`);
  });
  const read = readCertificateText(text);
  if (read === undefined) throw new UsageError(`${file} has neither a certificate nor a response of removals.getCertificate.`);
  return read;
}

async function verify(
  terminal: Terminal,
  { certificate: jws, salt }: Content,
  subjects: readonly string[],
  keys: AuditKeySet,
): Promise<number> {
  if (subjects.length > 0 && salt === undefined) throw new UsageError("--subject needs the salt that was returned with the certificate.");
  const read = await readRemovalCertificate(jws, keys);
  if ("problem" in read) {
    const problems = [problemTexts[read.problem]];
    if (terminal.json) terminal.value({ genuine: false, problems });
    else terminal.note(problems.join("\n"));
    return exitCodes.partly;
  }
  const { certificate } = read;
  const problems = [
    ...("problem" in (await readCheckpoint(certificate.auditCheckpoint, keys))
      ? ["The checkpoint of the audit log in it is not genuine."]
      : []),
    ...subjects
      .filter((subject) => !certificate.subjects.includes(subjectHashOf(salt ?? "", subject)))
      .map((subject) => `It is not about ${subject}.`),
  ];
  if (terminal.json) terminal.value({ genuine: problems.length === 0, problems, certificate });
  else print(terminal, certificate, problems);
  return problems.length === 0 ? exitCodes.done : exitCodes.partly;
}

const problemTexts = {
  unreadable: "This is not a certificate of a removal.",
  retired_key: "It was signed with a key that had been retired before.",
  unknown_key: "It was signed with a key that is not among the public keys.",
  bad_signature: "Its signature is not valid: it was changed, or signed by somebody else.",
} as const;

type Collection = RemovalCertificate["collections"][number];

function print(terminal: Terminal, certificate: RemovalCertificate, problems: readonly string[]): void {
  const { issuer, jobId, kind, requestedAt, completedAt, secondLookAt, collections, notCovered } = certificate;
  terminal.print(`Removal ${jobId} of ${kind}, by ${issuer}: requested ${timeText(requestedAt)}, complete ${timeText(completedAt)}.`);
  if (secondLookAt > 0) terminal.print(`Everything was checked again at ${timeText(secondLookAt)}.`);
  const columns = {
    service: ({ service }: Collection) => service,
    collection: ({ collection }: Collection) => collection,
    rows: ({ rows }: Collection) => rows,
    done: ({ doneAt }: Collection) => timeText(doneAt),
  };
  for (const line of table(collections, columns)) terminal.print(line);
  for (const { what, until } of notCovered)
    terminal.print(`Not covered: ${what}, ${until === null ? "no end known" : `until ${timeText(until)}`}.`);
  if (problems.length === 0) terminal.print("It is genuine.");
  else terminal.note(problems.join("\n"));
}
