import { main } from "@parley/runtime";
import { notificationsModule } from "./module.ts";

await main([notificationsModule]);
