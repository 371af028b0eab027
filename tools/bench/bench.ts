import { benchHttp } from "./http.ts";

// `npm run bench [-- <name>…]`: each measures what it compares side by side in one run and prints ratios.
const benches: Readonly<Record<string, () => Promise<void>>> = { http: benchHttp };

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(benches)) {
  const bench = benches[name];
  if (bench === undefined) throw new Error(`There is no bench ${name}; known are ${Object.keys(benches).join(", ")}.`);
  console.log(`\n# ${name}`);
  await bench();
}
