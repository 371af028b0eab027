import { querySql } from "@parley/testing";

const topics = { requests: "erasure.requests.v1", tasksDone: "erasure.tasks-done.v1" };

/**
 * Events of a schema and topic are lost from now on, as if Kafka had deleted them before they were read. Returns a function to end that.
 */
export async function loseEvents(databaseUrl: string, schema: string, topic: keyof typeof topics): Promise<() => Promise<void>> {
  await querySql(
    databaseUrl,
    `create or replace function ${schema}.lose() returns trigger language plpgsql as $$ begin return null; end $$;
     create or replace trigger lose before insert on ${schema}.outbox for each row when (new.topic = '${topics[topic]}') execute function ${schema}.lose()`,
  );
  return async () => {
    await querySql(databaseUrl, `drop trigger lose on ${schema}.outbox`);
  };
}
