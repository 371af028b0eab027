import { generatedActivityIds } from "../generators/activity.ts";
import { actingUser, type System, text } from "./activity-system.ts";
import { residentMiB, seconds } from "./figures.ts";

const { organization, heavyUser, annotation } = generatedActivityIds;

/** Reads all of the heavy user's comments page by page while further comments of the user are added. */
export async function walkActivity(system: System): Promise<void> {
  const { administration, place, pid, sizes } = system;
  const seen = new Map<string, number>();
  const memory: number[] = [];
  let walking = true;
  const writer = (async () => {
    let written = 0;
    for (; walking; written++) {
      const annotationId = annotation((written % Math.min(5_000, sizes.annotations)) + 1);
      await administration.addComments({
        ...place,
        annotationId,
        comments: [{ author: actingUser, comment: { commentId: `late${written}`, text, taggedUsers: [{ userId: heavyUser }] } }],
      });
    }
    return written;
  })();
  const startedMs = performance.now();
  let pages = 0;
  for (let pageToken = ""; ; ) {
    const page = await administration.listUserComments({
      apiKeyId: place.apiKeyId,
      organizationId: organization,
      userId: heavyUser,
      pageToken,
    });
    for (const { id, dataJson } of page.items) {
      if (id === "c1") seen.set(JSON.parse(dataJson).annotationId, (seen.get(JSON.parse(dataJson).annotationId) ?? 0) + 1);
    }
    if (pages++ % 200 === 0) memory.push(residentMiB(pid));
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  walking = false;
  const written = await writer;
  const twice = [...seen.values()].filter((times) => times > 1).length;
  console.log(
    `\na walk of ${seen.size.toLocaleString("en")} comments of one user (of ${sizes.ofHeavyUser.toLocaleString("en")}) in ${pages} pages of 100: ${seconds(startedMs)} s; ` +
      `missed ${sizes.ofHeavyUser - seen.size}, twice ${twice}; ${written} others written meanwhile`,
  );
  console.log(`memory of the service meanwhile, MiB, every 200 pages: ${memory.join(" ")}`);
}
