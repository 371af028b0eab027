import { command } from "@parley/runtime";
import type pg from "pg";
import type { DatabaseConfig, DatabaseSettings } from "./database-settings.ts";
import { distribute, gather, type Spread } from "./distribute.ts";
import { directUrl } from "./urls.ts";
import { withConnection } from "./with-connection.ts";

/** The commands `distribute`, which spreads the large tables of a schema over several servers by API key, and `gather`, the way back. */
export function spreadCommands(config: DatabaseSettings, spread: Spread) {
  const { schema } = spread;
  const on = (values: DatabaseConfig, work: (client: pg.Client) => Promise<string[]>) =>
    withConnection({ url: directUrl(values), applicationName: "parley-spread", waitMs: values.databaseStartTimeoutMs }, work);
  return {
    distribute: command({
      description: `Spread the rows of ${schema} over the servers of a Citus cluster, by API key.`,
      config,
      run: async (values) => {
        const moved = await on(values, (client) => distribute(client, spread));
        return moved.length === 0 ? `The rows of ${schema} are spread already.` : `Spread by API key in ${schema}: ${moved.join(", ")}.`;
      },
    }),
    gather: command({
      description: `Bring the rows of ${schema} back to one server.`,
      config,
      run: async (values) => {
        const moved = await on(values, (client) => gather(client, spread));
        return moved.length === 0
          ? `The rows of ${schema} are on one server.`
          : `Brought back to one server in ${schema}: ${moved.join(", ")}.`;
      },
    }),
  };
}
