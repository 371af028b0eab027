import { Failure } from "@parley/kernel";
import type pg from "pg";
import type { Db } from "./db.ts";
import { execute } from "./execute.ts";
import { PageReading } from "./page-reading.ts";
import type { Statement } from "./statement.ts";
import type { RunLimits, StatementRun } from "./statement-run.ts";

// The longest time of a transaction, as a multiple of the longest run of one statement.
const longestRuns = 4;

/**
 * The statements of one transaction. The last one must begin within four times the longest run of a statement: a transaction that writes
 * holds back readers who follow the order of transactions, such as the feed of changes.
 */
export class Transaction implements Db {
  readonly spreads: boolean;
  readonly #client: pg.PoolClient;
  readonly #limits: RunLimits;
  readonly #endsAtMs: number;
  readonly #afterCommit: (() => void)[] = [];

  constructor(client: pg.PoolClient, limits: RunLimits, spreads: boolean) {
    this.spreads = spreads;
    this.#client = client;
    this.#limits = limits;
    this.#endsAtMs = performance.now() + longestRuns * limits.timeoutMs;
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Called when it is committed. */
  committed(): void {
    for (const work of this.#afterCommit) work();
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
    return execute(this.#client, statement, parameters, this.#limits, page);
  }
}
