/**
 * Two hundred threads with everything that sources have in common. Each source's fixture and the expected result in Parley are generated
 * from these.
 */
export interface DescribedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export type Part =
  | { readonly text: string; readonly bold?: true }
  | { readonly mention: DescribedPerson }
  | { readonly url: string; readonly text: string };

export interface DescribedComment {
  readonly id: string;
  readonly author: DescribedPerson;
  readonly parts: readonly Part[];
  readonly createdAt: number;
  readonly attachment:
    | { readonly id: string; readonly name: string; readonly mimeType: string; readonly size: number; readonly url: string }
    | undefined;
  readonly reactions: readonly { readonly emoji: string; readonly people: readonly DescribedPerson[] }[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface DescribedThread {
  readonly id: string;
  readonly organization: string;
  readonly document: string;
  readonly resolved: boolean;
  readonly createdAt: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly comments: readonly DescribedComment[];
}

const names = ["Ada King", "Bob <b>Brown</b>", "王秀英", "Δέσποινα", "محمد"];
export const people: readonly DescribedPerson[] = names.map((name, index) => ({
  id: `person-${index}`,
  name,
  email: `person-${index}@acme.example`,
}));
const texts = ["Please look at this & that", "請看這裡", "Посмотри сюда", "ดูตรงนี้", "한 번 봐 주세요 👩‍👩‍👧"];
const startMs = 1_700_000_000_000;

export const threads: readonly DescribedThread[] = Array.from({ length: 200 }, (_, index) => ({
  id: `t${index}`,
  organization: index % 10 === 9 ? "globex" : "acme",
  document: `document-${index % 7}-${index % 10 === 9 ? "globex" : "acme"}`,
  resolved: index % 3 === 0,
  createdAt: startMs + index * 60_000,
  metadata: index % 4 === 0 ? { page: index, "a.b": "dotted" } : {},
  comments: Array.from({ length: 1 + (index % 4) }, (__, place) => comment(index, place)),
}));

function comment(thread: number, place: number): DescribedComment {
  const number = thread + place;
  const url = `https://files.example/${thread}.png`;
  return {
    // A number written as text, because the ids of one of the sources are numbers.
    id: String(1_000 * (thread + 1) + place),
    author: person(number),
    parts: partsOf(number),
    createdAt: startMs + thread * 60_000 + place * 1_000,
    attachment:
      number % 6 === 0
        ? { id: `9${thread}${place}`, name: `shot-${number}.png`, mimeType: "image/png", size: 1_234 + number, url }
        : undefined,
    reactions:
      place === 0 && thread % 2 === 0
        ? [
            { emoji: "👍", people: [person(number), person(number + 1)] },
            { emoji: "tada", people: [person(number + 2)] },
          ]
        : [],
    metadata: thread % 5 === 0 ? { score: number } : {},
  };
}

function partsOf(number: number): Part[] {
  const said = texts[number % texts.length] ?? "";
  return [
    { text: `${said} ` },
    ...(number % 2 === 0 ? [{ text: "strongly", bold: true } as const] : []),
    ...(number % 3 === 0 ? [{ text: " " }, { mention: person(number + 1) }] : []),
    ...(number % 7 === 0 ? [{ text: " " }, { url: "https://acme.example/a?b=1&c=2", text: "the page" }] : []),
  ];
}

function person(number: number): DescribedPerson {
  const found = people[number % people.length];
  if (found === undefined) throw new Error("There are people.");
  return found;
}

export function mentionedIn({ parts }: DescribedComment): DescribedPerson[] {
  return parts.flatMap((part) => ("mention" in part ? [part.mention] : []));
}

/** The text of a comment as a reader sees it. */
export function plainText({ parts }: DescribedComment): string {
  return parts.map((part) => ("mention" in part ? `@${part.mention.name}` : part.text)).join("");
}

/** The same in HTML, as written by Parley's conversions. */
export function htmlText({ parts }: DescribedComment): string {
  const inner = parts.map((part) => {
    if ("mention" in part) return escaped(`@${part.mention.name}`);
    if ("url" in part) return `<a href="${escaped(part.url)}">${part.text}</a>`;
    return part.bold ? `<strong>${escaped(part.text)}</strong>` : escaped(part.text);
  });
  return `<p>${inner.join("")}</p>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
