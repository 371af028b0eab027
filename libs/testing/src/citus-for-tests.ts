import { CitusMissing } from "./citus-package.ts";
import { type CitusCluster, startCitus } from "./start-citus.ts";

/**
 * A coordinator and two workers; undefined when there is no Citus, and then the run has printed how to get it. Fails instead with PARLEY_TEST_CITUS=required.
 */
export async function citusForTests(recovers = true): Promise<CitusCluster | undefined> {
  try {
    return await startCitus({ workers: 2, durable: false, recovers });
  } catch (error) {
    if (!(error instanceof CitusMissing) || process.env.PARLEY_TEST_CITUS === "required") throw error;
    console.error(`\nTESTS OF SEVERAL POSTGRES SERVERS ARE SKIPPED. ${error.message} PARLEY_TEST_CITUS=required makes this a failure.\n`);
    return undefined;
  }
}
