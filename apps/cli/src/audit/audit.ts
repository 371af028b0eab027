import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import { addAuditExport } from "./export.ts";
import { addAuditVerify } from "./verify.ts";

/** `parley audit`: exports the audit log of the workspace, and verifies an export. */
export function addAudit(program: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  const audit = program.command("audit").description("the audit log of the workspace");
  addAuditExport(audit, terminal, finish);
  addAuditVerify(audit, terminal, finish);
}
