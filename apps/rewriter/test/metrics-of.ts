import type { TestProcess } from "@parley/testing";

/** The metrics of an operator's scrape: values by name with labels. */
export async function metricsOf({ process }: TestProcess): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${process.opsPort}/metrics`, { headers: { connection: "close" } });
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
}
