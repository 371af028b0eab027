import { setTimeout as delay } from "node:timers/promises";
import { currentContext, Failure } from "@parley/kernel";
import pg from "pg";
import { asLibpqReads } from "./as-libpq-reads.ts";
import type { Db } from "./db.ts";
import { endsConnection, isRetryable, isWaitOver, translateDatabaseError } from "./error-translation.ts";
import { execute } from "./execute.ts";
import { PageReading } from "./page-reading.ts";
import type { Pooler } from "./pooler.ts";
import { RepeatedCalls } from "./repeated-calls.ts";
import { getTypeParser, pooledBegin, sessionSettings } from "./session.ts";
import type { Statement } from "./statement.ts";
import type { RunLimits, StatementRun } from "./statement-run.ts";
import { Transaction } from "./transaction.ts";

interface DatabaseOptions {
  readonly url: string;
  /** The schema of its statements. */
  readonly schema: string;
  /** The role that the session assumes after login; undefined keeps the login's own. */
  readonly role: string | undefined;
  /** The pooler in between, if there is one: then every session has the login's own rights and settings. */
  readonly pooler?: Pooler | undefined;
  /** Whether its tables may be spread over several servers. */
  readonly spreads?: boolean | undefined;
  readonly maxConnections: number;
  /** Longest wait for a free connection, and for a new one, in ms. */
  readonly connectTimeoutMs: number;
  /** Longest run of one statement in ms; a call with less time left gets less. */
  readonly statementTimeoutMs: number;
  /** Whether the schema has the table of `RepeatedCalls`: then attempts at a call that were given up write nothing. */
  readonly knowsRepeatedCalls?: boolean | undefined;
  /** Called with the error of a connection that dies before it is closed. */
  readonly onConnectionError: (error: Error) => void;
}

const transactionAttempts = 4;
const pingTimeoutMs = 2_000;
// The time between two health checks.
const answerCountsMs = 1_000;

/** A service's own Postgres: a bounded pool of connections. Statements name their tables in full, so no session has to know the schema. */
export class Database implements Db {
  readonly #pool: pg.Pool;
  readonly #limits: RunLimits;
  readonly #begin: string;
  readonly schema: string;
  readonly repeatedCalls: RepeatedCalls | undefined;
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #neededAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: DatabaseOptions) {
    this.schema = options.schema;
    if (options.knowsRepeatedCalls === true) this.repeatedCalls = new RepeatedCalls(options.schema);
    this.#limits = { timeoutMs: options.statementTimeoutMs, named: options.pooler?.keepsStatements ?? true };
    this.#begin = options.pooler === undefined ? "begin" : pooledBegin(options);
    this.#pool = new pg.Pool({
      connectionString: asLibpqReads(options.url),
      max: options.maxConnections,
      connectionTimeoutMillis: options.connectTimeoutMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      application_name: `parley-${options.schema}`,
      types: { getTypeParser },
      // A pooler refuses them, and would apply what is set later to other sessions.
      ...(options.pooler === undefined && { options: sessionSettings(options) }),
    });
    // The client reports it as well, and is the only one to do so while it is checked out or the pool is closing. Without a listener the
    // error would end the process.
    this.#pool.on("error", () => undefined);
    this.#pool.on("connect", (client) =>
      client.on("error", (error) => {
        // A server that stops right after us may still find connections that are being closed.
        if (!this.#pool.ending) options.onConnectionError(error);
      }),
    );
  }

  rows<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row[]> {
    if (this.#needsTransaction(statement)) return this.transaction((tx) => tx.rows(statement, parameters));
    return this.#withClient((client) => execute(client, statement, parameters, this.#limits).then(rowsOf));
  }

  pageRows<Parameters extends { readonly limit: number }, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    if (this.#needsTransaction(statement)) return this.transaction((tx) => tx.pageRows(statement, parameters));
    return this.#withClient((client) =>
      execute(client, statement, parameters, this.#limits, PageReading.of(statement, parameters)).then(rowsOf),
    );
  }

  async row<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row | undefined> {
    return (await this.rows(statement, parameters))[0];
  }

  run<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<number> {
    if (this.#needsTransaction(statement)) return this.transaction((tx) => tx.run(statement, parameters));
    return this.#withClient((client) => execute(client, statement, parameters, this.#limits).then(changedRowsOf));
  }

  afterCommit(work: () => void): void {
    work();
  }

  /**
   * Runs the work in one transaction: all of it is committed, or none. Repeats the work, up to four times in all, when Postgres aborts it
   * for a deadlock or a serialisation conflict: so it must do nothing but run statements on `tx`. Fails with `aborted` when the call being served was
   * given up and its request sent again since.
   */
  async transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result> {
    const repeatedCalls = this.repeatedCalls;
    const call = repeatedCalls?.current();
    if (repeatedCalls === undefined || call === undefined) return this.#transact(work);
    await repeatedCalls.begin(call, (note) => this.#transact(note));
    return this.#transact(async (tx) => {
      await repeatedCalls.hold(tx, call);
      return work(tx);
    });
  }

  async #transact<Result>(work: (tx: Db) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#withClient((client) => this.#transactionOn(client, work));
      } catch (error) {
        if (attempt === transactionAttempts || !isRetryable(error)) throw error;
        // The transaction that got through needs time to finish: an immediate retry would collide with it at the same point.
        await delay(attempt * (10 + Math.random() * 40));
      }
    }
  }

  /** Use of the pool right now: connections open, connections idle, and calls that wait for a connection. */
  usage(): { open: number; idle: number; waiting: number } {
    return { open: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  /** Whether a request used it within the last so many ms, as against events and background work, or anything waits for a connection. */
  neededWithin(ms: number): boolean {
    return this.#pool.waitingCount > 0 || performance.now() - this.#neededAtMs < ms;
  }

  /** Fails unless Postgres answers now or has answered within the last second: a pool with a queue is busy, not without its database. */
  async ping(): Promise<void> {
    if (performance.now() - this.#answeredAtMs < answerCountsMs) return;
    await this.#withClient((client) => client.query(within(pingTimeoutMs, "select 1")));
    // A failed check is not reused.
    this.#answeredAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Waits for running statements and closes every connection. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  #needsTransaction({ writes }: Pick<Statement<object, unknown>, "writes">): boolean {
    return writes && this.repeatedCalls?.current() !== undefined;
  }

  async #transactionOn<Result>(client: pg.PoolClient, work: (tx: Db) => Promise<Result>): Promise<Result> {
    const { timeoutMs } = this.#limits;
    await client.query(within(timeoutMs, this.#begin));
    const transaction = new Transaction(client, this.#limits);
    try {
      const result = await work(transaction);
      await client.query(within(timeoutMs, "commit"));
      transaction.committed();
      return result;
    } catch (error) {
      // A lost connection has rolled back already; `#withClient` throws it away.
      if (!endsConnection(error)) await client.query(within(timeoutMs, "rollback"));
      throw error;
    }
  }

  // The message says what the caller waited for in vain: the server may be fine and all connections of this pool in use.
  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      const { totalCount, idleCount, options } = this.#pool;
      if (!isWaitOver(error) || totalCount < options.max || idleCount > 0) throw error;
      const message = `No connection to the database became free within ${options.connectionTimeoutMillis} ms. Try again.`;
      throw new Failure("unavailable", message, { reason: "database_unavailable", cause: error });
    }
  }

  async #withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    let client: pg.PoolClient | undefined;
    let unusable = false;
    const call = currentContext();
    if (call !== undefined && !call.isEvent) this.#neededAtMs = performance.now();
    try {
      client = await this.#connect();
      const result = await work(client);
      this.#answeredAtMs = performance.now();
      return result;
    } catch (error) {
      unusable = endsConnection(error);
      throw translateDatabaseError(error);
    } finally {
      client?.release(unusable);
    }
  }
}

// A server that vanished without closing the connection would block it for minutes. pg's types do not know that a query has a time-out.
function within(ms: number, text: string): pg.QueryConfig {
  const query = { text, query_timeout: ms };
  return query;
}

function rowsOf<Row>({ rows }: StatementRun<Row>): Row[] {
  return rows;
}

function changedRowsOf({ changedRows }: StatementRun<unknown>): number {
  return changedRows;
}
