import { Failure } from "@parley/kernel";
import type pg from "pg";
import type { Db } from "./db.ts";
import { execute } from "./execute.ts";
import { PageReading } from "./page-reading.ts";
import type { Statement } from "./statement.ts";
import { isPrepared, type RunLimits, type StatementRun, within } from "./statement-run.ts";

// The longest time of a transaction, as a multiple of the longest run of one statement.
const longestRuns = 4;

/**
 * The statements of one transaction. The last one must begin within four times the longest run of a statement: a transaction that writes
 * holds back readers who follow the order of transactions, such as the feed of changes.
 */
export class Transaction implements Db {
  readonly spreads: boolean;
  readonly #client: pg.PoolClient;
  readonly #begin: string;
  readonly #limits: RunLimits;
  readonly #endsAtMs: number;
  readonly #afterCommit: (() => void)[] = [];
  #begun: Promise<unknown> | undefined;

  /** It begins with its first statement: with a plain `begin` in the same message, so that it takes no round trip of its own. */
  constructor(client: pg.PoolClient, begin: string, limits: RunLimits, spreads: boolean) {
    this.spreads = spreads;
    this.#client = client;
    this.#begin = begin;
    this.#limits = limits;
    this.#endsAtMs = performance.now() + longestRuns * limits.timeoutMs;
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Commits it, and does what was to be done then. */
  async commit(): Promise<void> {
    await this.#end("commit");
    for (const work of this.#afterCommit) work();
  }

  async rollback(): Promise<void> {
    await this.#end("rollback");
  }

  async rows<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row[]> {
    return (await this.#execute(statement, parameters)).rows;
  }

  async pageRows<Parameters extends { readonly limit: number }, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return (await this.#execute(statement, parameters, PageReading.of(statement, parameters))).rows;
  }

  async row<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row | undefined> {
    return (await this.rows(statement, parameters))[0];
  }

  async run<Parameters extends object, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<number> {
    return (await this.#execute(statement, parameters)).changedRows;
  }

  async #execute<Parameters extends object, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
    page?: PageReading,
  ): Promise<StatementRun<Row>> {
    if (performance.now() > this.#endsAtMs) throw new Failure("deadline_exceeded", "The transaction has reached its time limit.");
    // The reply to the parsing of `begin` would count as that of the statement's own.
    const begins = this.#begun === undefined && this.#begin === "begin" && isPrepared(this.#client, statement);
    this.#begun ??= begins ? Promise.resolve() : this.#client.query(within(this.#limits.timeoutMs, this.#begin));
    if (!begins) await this.#begun;
    return execute(this.#client, statement, parameters, this.#limits, page, begins);
  }

  async #end(how: "commit" | "rollback"): Promise<void> {
    if (this.#begun !== undefined) await this.#client.query(within(this.#limits.timeoutMs, how));
  }
}
