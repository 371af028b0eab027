import { main } from "@parley/runtime";
import { organizationDirectoryModule } from "./module.ts";

await main([organizationDirectoryModule]);
