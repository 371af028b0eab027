import { main } from "@parley/runtime";
import { gatewayModule } from "./module.ts";

await main([gatewayModule]);
