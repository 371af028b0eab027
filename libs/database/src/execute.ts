import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { currentContext, remainingMs } from "@parley/kernel";
import type pg from "pg";
import type { PageReading } from "./page-reading.ts";
import type { Statement } from "./statement.ts";
import { type RunLimits, StatementRun } from "./statement-run.ts";

const tracer = trace.getTracer("@parley/database");

/**
 * Runs a statement on a connection within the remaining time of the current call; with a page, reads only its rows; with `begins`, begins
 * a transaction first. Opens a span while the call is traced.
 */
export function execute<Parameters extends object, Row>(
  client: pg.PoolClient,
  statement: Statement<Parameters, Row>,
  parameters: Parameters,
  { timeoutMs, named }: RunLimits,
  page?: PageReading,
  begins = false,
): Promise<StatementRun<Row>> {
  const values = statement.parameterNames.map((name) => {
    const value = (parameters as Record<string, unknown>)[name];
    if (value === undefined) throw new Error(`The statement ${statement.name} was run without its parameter ${name}.`);
    return value;
  });
  const run = new StatementRun<Row>(statement, values, { timeoutMs: inSteps(remainingMs(timeoutMs)), named }, page, begins);
  return currentContext()?.traced ? traced(statement.name, () => run.on(client)) : run.on(client);
}

// Node keeps timers of one duration in one list, and each distinct duration needs its own, so the duration is rounded up to a tenth of a
// second.
function inSteps(ms: number): number {
  return ms < 1_000 ? ms : Math.ceil(ms / 100) * 100;
}

function traced<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Statements are named after their effect and their schema.
  const attributes = { "db.system.name": "postgresql", "db.query.summary": name };
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== undefined) span.setAttribute("db.response.status_code", code);
      span.setAttribute("error.type", code ?? "_OTHER");
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
