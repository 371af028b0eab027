import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { withConstants } from "@parley/runtime";
import { programEnvironment, querySql, testEnvironment, until } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";
import { expect, onTestFinished, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { rowsWith } from "../support/erasure-catalog.ts";
import { startParley } from "../support/parley.ts";

const brokers = await kafkaForTests();
const kafka: Record<string, string> = {
  PARLEY_KAFKA_BROKERS: brokers ?? "",
  PARLEY_KAFKA_PREFIX: `test-${randomBytes(4).toString("hex")}.`,
  PARLEY_EMBEDDED_BUS: "false",
  PARLEY_TOPIC_PARTITIONS: "1",
  // While a service hangs, an erasure of a user waits 5 s longer than this.
  ...withConstants({ erasureApiKeyWaitMs: 500 }),
};
const gone = "kafka-erased-k1";
const organizationId = "acme";
const documentId = "doc";

test.skipIf(brokers === undefined)(
  "over real Kafka a removal waits for a service that hangs, its tasks left never increase, and it reaches every service when that one is back",
  async () => {
    await createTopics();
    const parley = await startParley("separate", kafka);
    const hanging = parley.processOf("notifications");
    onTestFinished(async () => {
      hanging.kill("SIGCONT");
      await parley.stop();
    });
    const { customer } = await createWorkspace(parley.url, parley.adminToken);
    const user = { userId: gone, name: `Name of ${gone}` };
    await customer.data("/v2/users/add", { organizationId, createOrganization: true, users: [user] });
    await customer.data("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] });
    await customer.data("/v2/commentannotations/add", {
      organizationId,
      documentId,
      commentAnnotations: [{ annotationId: "a", commentData: [{ commentId: "c", commentText: `text of ${gone}`, from: user }] }],
    });
    await customer.data("/v1/notifications/add", {
      organizationId,
      documentId,
      notificationId: "n",
      actionUser: user,
      displayHeadlineMessageTemplate: "Hello",
      notifyAll: true,
    });

    hanging.kill("SIGSTOP");
    const { jobId, tasksCount } = await customer.data("/v2/users/data/delete", { userIds: [gone] });
    const counts: number[] = [tasksCount];
    const status = async () => {
      const { isDeleteCompleted, tasksLeft } = await customer.data("/v1/users/data/delete/status", { jobId });
      counts.push(tasksLeft);
      return isDeleteCompleted;
    };
    const doneBy = async (service: string) => {
      const [left] = await querySql<{ tasks: number }>(
        parley.databaseUrl,
        "select count(*)::int as tasks from users.erasure_tasks where job_id = $1 and stage = 1 and service = $2 and not done",
        [jobId, service],
      );
      await status();
      return left?.tasks === 0;
    };
    await until(async () => (await doneBy("activity")) && (await doneBy("users")) && (await doneBy("directory")), 20_000);
    const whileHanging = { isDone: await status(), traces: await rowsWith(parley.databaseUrl, [gone]) };
    hanging.kill("SIGCONT");
    await until(status, 30_000);

    expect(whileHanging.isDone).toBe(false);
    expect(whileHanging.traces.some((row) => row.startsWith("notifications.notifications"))).toBe(true);
    expect(whileHanging.traces.some((row) => /^activity\.(?!erasures|outbox)/.test(row))).toBe(false);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts.at(-1)).toBe(0);
    expect(await rowsWith(parley.databaseUrl, [gone])).toEqual([]);
  },
  90_000,
);

async function createTopics(): Promise<void> {
  const main = resolve(import.meta.dirname, "../../../workspace/dist/main.js");
  await promisify(execFile)(process.execPath, [main, "create-topics"], {
    env: programEnvironment(testEnvironment("postgres://unused", kafka)),
  });
}
