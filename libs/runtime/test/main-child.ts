import { defineModule, integer, main } from "../src/index.ts";

// A program that never gets ready, as one whose database accepts connections and says nothing; or one that logs so many lines, and then what it is told.
const module = defineModule({
  name: "child",
  config: {
    lines: integer("CHILD_LINES", { description: "Lines to log.", default: 0, min: 0, max: 10_000_000 }),
    crash: integer("CHILD_CRASH", { description: "Whether to crash then.", default: 0, min: 0, max: 1 }),
  },
  uses: [],
  async mount(host, { lines, crash }) {
    setInterval(() => undefined, 1_000);
    process.stderr.write("mounted\n");
    if (lines === 0) return new Promise(() => undefined);
    for (let line = 0; line < lines; line++) host.log.info({ line, text: "x".repeat(100) }, "a line");
    if (crash === 1) setImmediate(() => Promise.reject(new TypeError("crashed on purpose")));
  },
});

await main([module]);
