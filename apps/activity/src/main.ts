import { main } from "@parley/runtime";
import { activityModule } from "./module.ts";

await main([activityModule]);
