import { nameOf } from "./parley.ts";

interface PersonProps {
  readonly user: { readonly userId: string; readonly name?: string | undefined } | null;
}

/** The user's initials on a colour that depends on the id. */
export function Avatar({ user }: PersonProps) {
  const words = nameOf(user).split(/\s+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => Array.from(word ?? "")[0] ?? "").join("");
  const hue = Array.from(user?.userId ?? "").reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return (
    <span className="avatar" aria-hidden style={{ "--hue": hue } as React.CSSProperties}>
      {initials.toUpperCase()}
    </span>
  );
}

/** A name as plain text in an element of its own direction, so that its letters cannot affect the text around it. */
export function Name({ user }: PersonProps) {
  return <bdi className="name">{nameOf(user)}</bdi>;
}
