import { generatedActivityIds } from "../generators/activity.ts";
import { actingUser, lastUserToken, type System, text, tokenBehind } from "./activity-system.ts";
import { median } from "./figures.ts";

const rounds = 5;
const callsPerRound = 60;
const { organization, heavyUser, annotation } = generatedActivityIds;

type Call = (system: System, n: number) => Promise<unknown>;

export const addComment: Call = (system, n) =>
  system.collaboration.addComments({
    ...system.place,
    actingUser,
    annotationId: annotation((n % Math.min(1_000, system.sizes.inLargeDocument)) + 1),
    comments: [{ text }],
  });

const writes: Readonly<Record<string, Call>> = {
  "add a comment (for a user)": addComment,
  "start a thread (for a user)": (system) =>
    system.collaboration.addCommentAnnotations({ ...system.place, actingUser, annotations: [{ annotation: {}, comments: [{ text }] }] }),
  "react (for a user)": (system, n) =>
    system.collaboration.addReactions({
      ...system.place,
      actingUser,
      annotationId: annotation((n % 1_000) + 1),
      commentId: "c2",
      reactions: [`r${n}`],
    }),
  "change the status (for a user)": (system, n) =>
    system.collaboration.updateCommentAnnotations({
      ...system.place,
      actingUser,
      annotations: [{ annotationId: annotation((n % 1_000) + 1), status: `S${n}` }],
    }),
};

/**
 * Prints the times of reads and writes in two systems and returns the ratio of each. The systems take turns call by call, so that other
 * load on the machine affects both.
 */
export async function compareCalls(systems: readonly [System, System], titles: readonly [string, string]): Promise<number[]> {
  const ratios: number[] = [];
  for (const calls of [await readsOf(systems), writes]) {
    console.log(`\n| p50 in ms at one connection | ${titles[0]} | ${titles[1]} | ratio |\n|---|---|---|---|`);
    for (const [name, call] of Object.entries(calls)) {
      const [a, b] = await alternate(systems, call);
      console.log(`| ${name} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(2)} |`);
      ratios.push(b / a);
    }
  }
  return ratios;
}

async function readsOf(systems: readonly System[]): Promise<Record<string, Call>> {
  const late = new Map<System, string>();
  const last = new Map<System, string>();
  for (const system of systems) {
    late.set(system, await tokenBehind(system, Math.floor(system.sizes.inLargeDocument * 0.5)));
    last.set(system, await lastUserToken(system));
  }
  const read = (system: System, more: object) => system.administration.getCommentAnnotations({ ...system.place, pageSize: 50, ...more });
  const list = (system: System, pageToken = "") =>
    system.administration.listUserComments({
      apiKeyId: system.place.apiKeyId,
      organizationId: organization,
      userId: heavyUser,
      pageSize: 100,
      pageToken,
    });
  return {
    "large document, page 1 of 50 threads": (system) => read(system, {}),
    "large document, the page in its middle (1,000th of the large)": (system) => read(system, { pageToken: late.get(system) }),
    "large document, one location": (system, n) => read(system, { locationId: `page${n % 10}` }),
    "large document, one status of ten": (system) => read(system, { statuses: ["OPEN"] }),
    "large document, one user": (system) => read(system, { userId: heavyUser }),
    "organization, page 1": (system) => read(system, { documentId: "" }),
    "one thread": (system, n) => read(system, { annotationIds: [annotation((n % system.sizes.inLargeDocument) + 1)] }),
    "log of the document, page of 50": (system) => system.administration.getActivities({ ...system.place, pageSize: 50 }),
    "comments of a user, first page of 100": (system) => list(system),
    "comments of a user, last page of 100": (system) => list(system, last.get(system)),
  };
}

/** Medians in ms of both systems. The first round is a warm-up. */
async function alternate(systems: readonly [System, System], call: Call): Promise<[number, number]> {
  const found: [number[], number[]] = [[], []];
  for (let n = 0; n < (rounds + 1) * callsPerRound; n++) {
    for (const [index, system] of systems.entries()) {
      const startedMs = performance.now();
      await call(system, n);
      if (n >= callsPerRound) found[index as 0 | 1].push(performance.now() - startedMs);
    }
  }
  return [median(found[0]), median(found[1])];
}

export function commentsOf({ sizes }: System): string {
  return `${(sizes.annotations * sizes.commentsOfAnnotation).toLocaleString("en")} comments`;
}
