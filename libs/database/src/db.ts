import type { Statement } from "./statement.ts";

/** The first parameter of every store function: the pool or an open transaction. */
export interface Db {
  /** Whether the schema's tables may be spread over several servers. */
  readonly spreads: boolean;
  /**
   * Runs one statement and returns its rows. Fails with `deadline_exceeded` when the call's deadline passes and with `unavailable` when
   * Postgres is down.
   */
  rows<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row[]>;
  /**
   * Like `rows`, for a page: reads at most one row more than fits into a response, in bytes. A page of large rows takes a second round trip
   * to Postgres.
   */
  pageRows<Parameters extends { readonly limit: number }, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]>;
  /** The first row or undefined. */
  row<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row | undefined>;
  /** Runs one statement and returns how many rows it changed. */
  run<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<number>;
  /**
   * Runs the work, which must not fail, once the writes made here are committed: at once outside of a transaction, and not at all for one
   * that is rolled back or repeated.
   */
  afterCommit(work: () => void): void;
}

/** Refuses what some calls write. */
export interface CallFence {
  /** Whether the call being served is one that may have to be refused. */
  concerns(): boolean;
  /** Runs the first statements of each transaction of such a call. Fails when the call must not write. */
  hold(tx: Db): Promise<void>;
}
