/** The first program of a README: its file, its text, and the command that runs it. */
interface FirstProgram {
  readonly file: string;
  readonly text: string;
  readonly command: string;
}

/** The code block of a README that has this word after its language. */
export function blockOf(readme: string, word: string): string {
  const [, body] = new RegExp(`^\`\`\`\\w+ ${word}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(readme) ?? [];
  if (body === undefined) throw new Error(`The README has no block that is marked \`${word}\`.`);
  return body;
}

/** The first program of a README. Its first line is a comment that names its file and its command. */
export function firstProgramOf(readme: string): FirstProgram {
  const text = blockOf(readme, "first");
  const [, file, command] = /^(?:\/\/|#) (\S+): (.+)\n/.exec(text) ?? [];
  if (file === undefined || command === undefined) throw new Error(`The README's first program does not say how it is run: ${text}`);
  return { file, text, command };
}
