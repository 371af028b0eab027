import { type Installation, startInstallation } from "../installation/installation.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { withClient } from "../installation/with-client.ts";
import { throughput } from "./figures.ts";

const rounds = 9;
const organizationId = "acme";

/**
 * Compares adding comments with the feed of changes to adding them without its index and positions, in turns. Returns the ratios of time.
 * Both databases are new.
 */
export async function addsWithoutFeed(): Promise<number[]> {
  await using postgres = await scratchPostgres({ durable: false });
  const databaseUrl = await postgres.createDatabase("without");
  await using withFeed = await startInstallation({ shape: "all-in-one", databaseUrl: await postgres.createDatabase("with") });
  await using without = await startInstallation({ shape: "all-in-one", databaseUrl, builds: false });
  await withClient(databaseUrl, async (client) => {
    await client.query("drop index activity.activities_by_feed");
    await client.query("create or replace function activity.feed_position() returns bigint language sql immutable as 'select 0::bigint'");
  });
  const adders = [await adderOf(withFeed), await adderOf(without)] as const;
  for (const add of adders) await throughput(add);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // The first measurement of a round affects the second, so the order alternates.
    const [first, second] = round % 2 === 0 ? adders : [adders[1], adders[0]];
    const [one, other] = [await throughput(first), await throughput(second)];
    ratios.push(round % 2 === 0 ? other / one : one / other);
  }
  return ratios;
}

/** Adds threads with one comment to documents of a new API key, with or without search. */
export async function adderOf(installation: Installation, searchEnabled = false): Promise<(n: number) => Promise<unknown>> {
  const { customer } = await installation.workspace();
  if (searchEnabled) await customer.ask("/v2/workspace/apikeyconfig/update", { searchEnabled });
  const documents = Array.from({ length: 50 }, (_, number) => ({ documentId: `d${number}` }));
  await customer.arrange("/v2/organizations/documents/add", { organizationId, documents, createOrganization: true });
  let added = 0;
  return (n) => {
    const commentData = [
      { commentId: "c", from: { userId: "alice" }, commentText: "As long as comments usually are, or a little longer." },
    ];
    const commentAnnotations = [{ annotationId: `a${added++}`, commentData }];
    return customer.arrange("/v2/commentannotations/add", { organizationId, documentId: `d${n % documents.length}`, commentAnnotations });
  };
}
