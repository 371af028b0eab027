import { withClient } from "../../installation/with-client.ts";

/** An event in Kafka. Those of one partition are in its order. */
interface Published {
  readonly id: string;
  readonly partition: number;
}

/** Makes the database keep the number of each written event, also after its row is published and removed. */
export async function numberRows(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(
      `create table bench.numbered (event_id uuid, lane smallint, sequence bigint);
       create function bench.number() returns trigger language plpgsql security definer as
         $$ begin insert into bench.numbered values (new.event_id, new.lane, new.sequence); return new; end $$;
       create trigger number after insert on bench.outbox for each row execute function bench.number();`,
    ),
  );
}

/**
 * The number of events published after an event of their lane with a higher number: a reader of "newer than the last" would have skipped
 * them.
 */
export async function overtaken(databaseUrl: string, published: readonly Published[]): Promise<number> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ id: string; lane: number; sequence: string }>("select event_id as id, lane, sequence from bench.numbered"),
  );
  const numbers = new Map(rows.map(({ id, lane, sequence }) => [id, { lane, sequence: Number(sequence) }]));
  const highest = new Map<string, number>();
  let late = 0;
  for (const { id, partition } of published) {
    const number = numbers.get(id);
    if (number === undefined) continue;
    const place = `${number.lane}/${partition}`;
    const before = highest.get(place) ?? 0;
    if (number.sequence < before) late++;
    else highest.set(place, number.sequence);
  }
  return late;
}
