import { isMailbox } from "@parley/kernel";
import addressparser from "nodemailer/lib/addressparser";
import * as z from "zod";

/** The sender of a mail; the name may be empty. */
export interface Sender {
  readonly address: string;
  readonly name: string;
}

/** A single sender in a setting: an address, or a name followed by the address in angle brackets. */
export function senderSchema(fallback: string) {
  return z
    .string()
    .default(fallback)
    .transform((line, context): Sender => {
      const [sender, ...others] = addressparser(line, { flatten: true });
      // A line break would begin another header, and a name is allowed only before angle brackets.
      const isPlain = !/\p{C}/u.test(line) && line.includes("<") === line.trimEnd().endsWith(">");
      const isWhole = isPlain && sender !== undefined && others.length === 0 && (line.includes("<") || sender.name === "");
      if (isWhole && isMailbox(sender.address)) return { address: sender.address, name: sender.name };
      context.addIssue("must be one e-mail address, such as no-reply@acme.example or Acme <no-reply@acme.example>");
      return z.NEVER;
    });
}
