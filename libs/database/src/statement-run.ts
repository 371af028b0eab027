import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";
import { readTimeout } from "./error-translation.ts";
import type { PageReading } from "./page-reading.ts";
import { type RowReader, rowReader } from "./row-reader.ts";
import type { Statement } from "./statement.ts";

/** What the driver's connection has that its types do not tell. */
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
  /** Whether Postgres keeps the statement by its name; else it is sent whole. */
  readonly named: boolean;
}

// How rows of a statement come on a connection, once it has told: it cannot change there, for Postgres refuses a kept statement whose result is another.
const readers = new WeakMap<Wire, Map<Statement<never, unknown>, RowReader>>();

/**
 * One run of a statement, as the driver's client takes it (`Submittable`). It does what the driver's own query does, but makes rows in their final form,
 * and asks a connection only once what the columns of a kept statement are.
 */
export class StatementRun<Row> implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  /** Called when all is over. */
  callback: (error: unknown) => void = () => undefined;
  readonly rows: Row[] = [];
  changedRows = 0;
  readonly #statement: Statement<never, unknown>;
  readonly #values: readonly unknown[];
  readonly #named: boolean;
  readonly #timeoutMs: number;
  readonly #page: PageReading | undefined;
  #reader: RowReader | undefined;
  #wire: Wire | undefined;
  #failure: unknown;

  constructor(
    statement: Statement<never, unknown>,
    values: readonly unknown[],
    { timeoutMs, named }: RunLimits,
    page: PageReading | undefined,
  ) {
    this.name = named ? statement.name : "";
    this.text = statement.text;
    this.#statement = statement;
    this.#values = values;
    this.#named = named;
    this.#timeoutMs = timeoutMs;
    this.#page = page;
  }

  /** Sends it, and waits for its end. */
  async on(client: pg.PoolClient): Promise<this> {
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => end(new Error(readTimeout)), this.#timeoutMs);
        // By a name, and with no time-out of pg's: V8 puts a function that is assigned to a property where it is written among the old objects, with all that it
        // reaches, here the rows.
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
      // Its own stack leads to a socket; this one to whoever ran the statement.
      Error.captureStackTrace(error as object);
      throw error;
    }
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    // One write for all of them.
    wire.stream.cork();
    try {
      this.#send(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  #send(wire: Wire): void {
    const { name, text } = this;
    if (!this.#named || (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
      wire.parse({ name, text });
      if (this.#named) wire.submittedNamedStatements[name] = text;
    }
    try {
      wire.bind({ statement: name, values: this.#values, valueMapper: prepareValue });
    } catch (error) {
      // The statement itself is kept; the connection has only to come to rest.
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
    // What was read so far stays open on the server, until it is told that this is the end.
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
      // Rows without columns are what a statement ends with that only changes something: `select from changed`.
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

  // `INSERT 0 5`, `UPDATE 5`, `SELECT 5`: the last word counts; a command without rows ends with a word that is no number.
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.changedRows = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
    if (this.#page !== undefined) this.#wire?.sync();
  }

  handleError(error: unknown): void {
    // After what the server itself says it waits for that; after what a connection dies of nobody does.
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
    this.#failure = new Error(`The statement ${this.#statement.name} copies, which statements cannot.`);
  }

  handleCopyData(): void {
    this.handleCopyInResponse();
  }
}
