import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chartFolder } from "./chart.ts";
import { chartReadme, readmeFile } from "./chart-readme.ts";

writeFileSync(readmeFile, chartReadme(readFileSync(join(chartFolder, "values.yaml"), "utf8")));
