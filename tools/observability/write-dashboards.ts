import { writeFileSync } from "node:fs";
import { dashboardFiles } from "./dashboard-files.ts";

// Writes the chart's dashboards from their declarations in `dashboards/`.
for (const [file, content] of dashboardFiles()) writeFileSync(file, content);
