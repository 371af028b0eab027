import { progress as bar } from "@clack/prompts";
import type { Terminal } from "./terminal.ts";

/** Shows the progress of something. */
interface Progress {
  /** `text` is shown beside the bar. */
  reach(done: number, text: string): void;
  end(text: string): void;
}

const restMs = 5_000;

/** A bar on a terminal, else a line every few seconds; both on standard error. */
export function progressOf(terminal: Terminal, most: number, title: string): Progress {
  return terminal.isInteractive ? watched(most, title) : written(terminal, most);
}

function watched(most: number, title: string): Progress {
  const shown = bar({ max: most, output: process.stderr });
  let reached = 0;
  shown.start(title);
  return {
    reach: (done, text) => {
      shown.advance(Math.max(0, done - reached), text);
      reached = Math.max(reached, done);
    },
    end: (text) => shown.stop(text),
  };
}

function written(terminal: Terminal, most: number): Progress {
  let nextMs = 0;
  return {
    reach: (done, text) => {
      if (Date.now() < nextMs || terminal.json) return;
      nextMs = Date.now() + restMs;
      terminal.note(`${done} of ${most}: ${text}`);
    },
    end: (text) => {
      if (!terminal.json) terminal.note(text);
    },
  };
}
