import { setTimeout as delay } from "node:timers/promises";
import { currentContext, Failure } from "@parley/kernel";
import pg from "pg";
import type { CallFence, Db } from "./db.ts";
import { endsConnection, isRetryable, isWaitOver, translateDatabaseError } from "./error-translation.ts";
import { execute } from "./execute.ts";
import { PageReading } from "./page-reading.ts";
import type { Pooler } from "./pooler.ts";
import { RepeatedCalls } from "./repeated-calls.ts";
import { getTypeParser, pooledBegin, sessionSettings } from "./session.ts";
import type { Statement } from "./statement.ts";
import { type RunLimits, type StatementRun, within } from "./statement-run.ts";
import { Transaction } from "./transaction.ts";
import { asLibpqReads } from "./urls.ts";

interface DatabaseOptions {
  readonly url: string;
  /** The schema of the service's statements. */
  readonly schema: string;
  /** The role that the session assumes after login; undefined keeps the login's own. */
  readonly role: string | undefined;
  /** The pooler in between, if there is one: every session then has the login's own rights and settings. */
  readonly pooler?: Pooler | undefined;
  /** Whether its tables may be spread over several servers. */
  readonly spreads?: boolean | undefined;
  readonly maxConnections: number;
  /** Longest wait for a free connection, and for a new one, in ms. */
  readonly connectTimeoutMs: number;
  /** Longest run of one statement in ms; a call with less time left allows less. */
  readonly statementTimeoutMs: number;
  /** Whether the schema has the table of `RepeatedCalls`: then an attempt at a call writes nothing once a newer attempt has begun. */
  readonly knowsRepeatedCalls?: boolean | undefined;
  readonly fence?: CallFence | undefined;
  /** Called with the error of a connection that dies before it is closed. */
  readonly onConnectionError: (error: Error) => void;
}

const transactionAttempts = 4;
const pingTimeoutMs = 2_000;
// The time between two health checks.
const answerCountsMs = 1_000;

/**
 * A service's own Postgres: a bounded pool of connections. Statements name their tables with the schema, so sessions need no search path.
 */
export class Database implements Db {
  readonly #pool: pg.Pool;
  readonly #limits: RunLimits;
  readonly #begin: string;
  readonly schema: string;
  readonly spreads: boolean;
  readonly repeatedCalls: RepeatedCalls | undefined;
  readonly #fence: CallFence | undefined;
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #neededAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: DatabaseOptions) {
    this.schema = options.schema;
    this.spreads = options.spreads ?? false;
    if (options.knowsRepeatedCalls === true) this.repeatedCalls = new RepeatedCalls(options.schema);
    this.#fence = options.fence;
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
      // A pooler refuses session settings at start, and would apply later ones to other clients' sessions.
      ...(options.pooler === undefined && { options: sessionSettings(options) }),
    });
    // Each client reports its errors as well, and only the client does while it is checked out or the pool is closing. Without a listener
    // the error would end the process.
    this.#pool.on("error", () => undefined);
    this.#pool.on("connect", (client) =>
      client.on("error", (error) => {
        // While the pool is closing, a server that stops may still report connections that are being closed.
        if (!this.#pool.ending) options.onConnectionError(error);
      }),
    );
  }

  async rows<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row[]> {
    if (this.#needsTransaction(statement)) return this.transaction((tx) => tx.rows(statement, parameters));
    return (await this.#execute(statement, parameters)).rows;
  }

  async pageRows<Parameters extends { readonly limit: number }, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    if (this.#needsTransaction(statement)) return this.transaction((tx) => tx.pageRows(statement, parameters));
    return (await this.#execute(statement, parameters, PageReading.of(statement, parameters))).rows;
  }

  async row<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row | undefined> {
    return (await this.rows(statement, parameters))[0];
  }

  async run<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<number> {
    if (this.#needsTransaction(statement)) return this.transaction((tx) => tx.run(statement, parameters));
    return (await this.#execute(statement, parameters)).changedRows;
  }

  afterCommit(work: () => void): void {
    work();
  }

  /**
   * Runs the work in one transaction: it is committed whole or not at all. When Postgres aborts it because of a deadlock or a serialisation
   * conflict, the work is run again, up to four times in all; so it must only run statements on `tx`. Fails with `aborted` when a newer
   * attempt at the call being served has begun, and as the fence fails for a call that must not write.
   */
  async transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result> {
    const repeatedCalls = this.repeatedCalls;
    const call = repeatedCalls?.current();
    const fence = this.#fence?.concerns() === true ? this.#fence : undefined;
    if (call === undefined && fence === undefined) return this.#transact(work);
    if (call !== undefined) await repeatedCalls?.begin(call, (note) => this.#transact(note));
    return this.#transact(async (tx) => {
      if (call !== undefined) await repeatedCalls?.hold(tx, call);
      await fence?.hold(tx);
      return work(tx);
    });
  }

  async #transact<Result>(work: (tx: Db) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#withClient((client) => this.#transactionOn(client, work));
      } catch (error) {
        if (attempt === transactionAttempts || !isRetryable(error)) throw error;
        // The other transaction needs time to finish: an immediate retry would collide with it again.
        await delay(attempt * (10 + Math.random() * 40));
      }
    }
  }

  /** Current use of the pool: open connections, idle connections, and calls that wait for one. */
  usage(): { open: number; idle: number; waiting: number } {
    return { open: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  /** Whether a request (not an event or background work) used the pool within the last `ms`, or anything waits for a connection. */
  neededWithin(ms: number): boolean {
    return this.#pool.waitingCount > 0 || performance.now() - this.#neededAtMs < ms;
  }

  /**
   * Fails unless Postgres responds now or has responded within the last second: a pool whose calls queue is busy, not without its database.
   */
  async ping(): Promise<void> {
    if (performance.now() - this.#answeredAtMs < answerCountsMs) return;
    await this.#withClient((client) => client.query(within(pingTimeoutMs, "select 1")));
    // An earlier response no longer counts after a failed check.
    this.#answeredAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Waits for running statements and closes every connection. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  #needsTransaction({ writes }: Pick<Statement<object, unknown>, "writes">): boolean {
    return writes && (this.repeatedCalls?.current() !== undefined || this.#fence?.concerns() === true);
  }

  #execute<Parameters extends object, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    page?: PageReading,
  ): Promise<StatementRun<Row>> {
    return this.#withClient((client) => execute(client, statement, parameters, this.#limits, page));
  }

  async #transactionOn<Result>(client: pg.PoolClient, work: (tx: Db) => Promise<Result>): Promise<Result> {
    const transaction = new Transaction(client, this.#begin, this.#limits, this.spreads);
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      // A lost connection has already been rolled back; `#withClient` discards it.
      if (!endsConnection(error)) await transaction.rollback();
      throw error;
    }
  }

  // The message names what the caller waited for: the server may be healthy while all connections of this pool are in use.
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
