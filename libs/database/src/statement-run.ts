import pg from "pg";
import { readTimeout } from "./error-translation.ts";
import type { PageReading } from "./page-reading.ts";
import { parameterValue } from "./parameter-value.ts";
import { type RowReader, rowReader } from "./row-reader.ts";
import type { Statement } from "./statement.ts";

/** Members of the driver's connection that its types lack. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { readonly rows?: number }): void;
  flush(): void;
  sync(): void;
}

export interface RunLimits {
  readonly timeoutMs: number;
  /** Whether Postgres keeps the statement by name; otherwise it is sent in full each time. */
  readonly named: boolean;
}

// The row readers of the statements that a connection has described. They stay valid, because Postgres refuses a prepared statement whose
// result type has changed.
const readers = new WeakMap<Wire, Map<Statement<never, unknown>, RowReader>>();

// A server that vanished without closing the connection would block it for minutes. pg's types lack a query's time-out.
export function within(ms: number, text: string): pg.QueryConfig {
  const query = { text, query_timeout: ms };
  return query;
}

/** Whether the connection has prepared the statement. */
export function isPrepared(client: pg.PoolClient, { name }: { readonly name: string }): boolean {
  return (client as pg.PoolClient & { readonly connection: Wire }).connection.parsedStatements[name] !== undefined;
}

/**
 * One run of a statement, in the form that the driver's client accepts (`Submittable`). It works like the driver's own query, but makes
 * rows in their final form, and describes the columns of a prepared statement only once per connection.
 */
export class StatementRun<Row> implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  /** Called when the run is over. */
  callback: (error: unknown) => void = () => undefined;
  readonly rows: Row[] = [];
  changedRows = 0;
  readonly #statement: Statement<never, unknown>;
  readonly #values: readonly unknown[];
  readonly #named: boolean;
  readonly #timeoutMs: number;
  readonly #page: PageReading | undefined;
  readonly #begins: boolean;
  #reader: RowReader | undefined;
  #wire: Wire | undefined;
  #failure: unknown;

  /** With `begins`, it begins a transaction first; only for a statement that the connection has prepared. */
  constructor(
    statement: Statement<never, unknown>,
    values: readonly unknown[],
    { timeoutMs, named }: RunLimits,
    page: PageReading | undefined,
    begins: boolean,
  ) {
    this.name = named ? statement.name : "";
    this.text = statement.text;
    this.#statement = statement;
    this.#values = values;
    this.#named = named;
    this.#timeoutMs = timeoutMs;
    this.#page = page;
    this.#begins = begins;
  }

  /** Sends the statement and waits for its end. */
  async on(client: pg.PoolClient): Promise<this> {
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => end(new Error(readTimeout)), this.#timeoutMs);
        // A named function instead of pg's own time-out: V8 allocates a function literal that is assigned to a property in the old
        // generation, and keeps everything that it references there, here the rows.
        const end = (error: unknown) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve();
        };
        this.callback = end;
        client.query(this);
      });
      return this;
    } catch (error) {
      // The error's own stack ends at a socket; this one leads to the statement's caller.
      Error.captureStackTrace(error as object);
      throw error;
    }
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    // Sends all messages in one write.
    wire.stream.cork();
    try {
      this.#send(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  #send(wire: Wire): void {
    const { name, text } = this;
    if (this.#begins) {
      wire.parse({ name: "", text: "begin" });
      wire.bind({ statement: "", values: [], valueMapper: parameterValue });
      wire.execute({});
    }
    if (!this.#named || (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
      wire.parse({ name, text });
      if (this.#named) wire.submittedNamedStatements[name] = text;
    }
    try {
      wire.bind({ statement: name, values: this.#values, valueMapper: parameterValue });
    } catch (error) {
      // The statement is already prepared; the connection only has to become idle.
      wire.sync();
      this.#failure = error;
      return;
    }
    if (this.#named) this.#reader = readers.get(wire)?.get(this.#statement);
    if (this.#reader === undefined && this.#statement.columnNames.length > 0) wire.describe({ type: "P", name: "" });
    this.#execute(wire);
  }

  #execute(wire: Wire): void {
    if (this.#page === undefined) {
      wire.execute({});
      wire.sync();
      return;
    }
    // The portal stays open on the server until `sync` ends it.
    wire.execute({ rows: this.#page.more });
    wire.flush();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    try {
      this.#reader = rowReader(this.#statement, fields);
    } catch (error) {
      this.#failure = error;
      return;
    }
    const wire = this.#wire;
    if (wire === undefined || !this.#named) return;
    const known = readers.get(wire) ?? new Map<Statement<never, unknown>, RowReader>();
    readers.set(wire, known.set(this.#statement, this.#reader));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    try {
      // A statement that only writes ends with rows without columns: `select from changed`.
      if (this.#reader === undefined && fields.length === 0) return;
      if (this.#reader === undefined)
        throw new Error(`The statement ${this.#statement.name} declares no results and returns ${fields.length}.`);
      const row = this.#reader(fields) as Row;
      this.rows.push(row);
      this.#page?.take(row);
    } catch (error) {
      this.#failure = error;
    }
  }

  // `INSERT 0 5`, `UPDATE 5`, `SELECT 5`: the last word is the count; a command without rows ends with a word that is not a number.
  handleCommandComplete({ text }: { readonly text: string }): void {
    if (text === "BEGIN") return;
    this.changedRows = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
    if (this.#page !== undefined) this.#wire?.sync();
  }

  handleError(error: unknown): void {
    // After an error that the server reports, it waits for `sync`; after an error that ends the connection nothing may be sent.
    if (this.#page !== undefined && error instanceof pg.DatabaseError) this.#wire?.sync();
    this.callback(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure);
  }

  handleEmptyQuery(): void {
    this.#failure = new Error(`The statement ${this.#statement.name} is empty.`);
  }

  handlePortalSuspended(): void {
    const wire = this.#wire;
    if (wire === undefined) return;
    if (this.#failure === undefined && this.#page !== undefined && this.#page.more > 0) this.#execute(wire);
    else wire.sync();
  }

  handleCopyInResponse(): void {
    this.#failure = new Error(`The statement ${this.#statement.name} is a COPY, which is not supported.`);
  }

  handleCopyData(): void {
    this.handleCopyInResponse();
  }
}
