import { main } from "@parley/runtime";
import { rewriterModule } from "./module.ts";

await main([rewriterModule]);
