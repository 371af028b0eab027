import { main } from "@parley/runtime";
import { usersModule } from "./module.ts";

await main([usersModule]);
