import { oldRows, triedFile, triedRows } from "./rows.ts";

// Fails when Parley has not been run for a year with a version that the page names.
const rows = triedRows();
const old = oldRows(rows, new Date().toISOString().slice(0, 10));
for (const { part, name, version, day, command } of old) {
  console.error(
    `${triedFile}: ${part}, ${name} ${version} was last run on ${day}, more than a year ago. Run \`${command}\` with a current version, or remove the row.`,
  );
}
console.log(`Tried with: ${rows.length} versions, ${old.length} older than a year.`);
if (old.length > 0) process.exitCode = 1;
