import { querySql } from "@parley/testing";

const topics = { requests: "erasure.requests.v1", tasksDone: "erasure.tasks-done.v1" };

/** What a schema publishes to a topic is lost from now on, as when Kafka has forgotten it before anybody read it. Returns how to end that. */
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
