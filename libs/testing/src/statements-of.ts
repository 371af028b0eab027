import { declaredStatements, type Statement } from "@parley/database";

// The statements that libs declare for every schema; they are tested in the libs.
const ofLibs = /^\w+\.(outbox_|inbox_(insert|delete_old)$|dead_letters_|work_|erasure_|repeated_calls_)/;

/** The statements that a service itself declares for its schema. */
export function statementsOf(schema: string): readonly Statement<never, unknown>[] {
  return declaredStatements().filter(({ name }) => name.startsWith(`${schema}.`) && !ofLibs.test(name));
}
