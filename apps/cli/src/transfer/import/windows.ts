import { isEnd, isRecord, type TransferRecord } from "../record.ts";
import { linesOf } from "./lines.ts";

/** Adjacent records of one type in a file; their boundaries are the same in every run. */
interface Window {
  readonly records: readonly TransferRecord[];
  readonly start: number;
  readonly end: number;
}

const mostRecords = 1_000;
const mostBytes = 8 * 1024 * 1024;

/**
 * Reads the windows of a file from `start`, which must be the first byte of a window. Fails if a line is not a record, or if the file is
 * incomplete.
 */
export async function* windowsOf(path: string, start: number): AsyncGenerator<Window> {
  let records: TransferRecord[] = [];
  let begin = start;
  let end = start;
  for await (const line of linesOf(path, start)) {
    const value = parsed(line.text, path, end);
    if (isEnd(value)) {
      if (records.length > 0) yield { records, start: begin, end };
      return;
    }
    if (!isRecord(value)) throw new Error(`${path} has a line at byte ${end} that is not a record: ${line.text.slice(0, 100)}`);
    const isFull = records.length >= mostRecords || line.end - begin > mostBytes;
    if (records.length > 0 && (isFull || records[0]?.type !== value.type)) {
      yield { records, start: begin, end };
      records = [];
      begin = end;
    }
    records.push(value);
    end = line.end;
  }
  throw new Error(`${path} has no end: the export is not complete. Run parley export again to continue it.`);
}

function parsed(text: string, path: string, at: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} has a line at byte ${at} that is not valid JSON: ${text.slice(0, 100)}`);
  }
}
