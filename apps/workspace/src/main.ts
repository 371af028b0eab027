import { main } from "@parley/runtime";
import { workspaceModule } from "./module.ts";

await main([workspaceModule]);
