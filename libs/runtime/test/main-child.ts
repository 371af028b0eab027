import { defineModule, integer, main } from "../src/index.ts";

// A program that never gets ready, like one whose database accepts connections and never responds; or one that logs this many lines and
// then a last one.
const module = defineModule({
  name: "child",
  config: {
    lines: integer("CHILD_LINES", { description: "Lines to log.", default: 0, min: 0, max: 10_000_000 }),
    crash: integer("CHILD_CRASH", { description: "Whether to crash afterwards.", default: 0, min: 0, max: 1 }),
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
