import { once } from "node:events";
import { attacks, type Stranger } from "./stranger-attacks.ts";

// A stranger in its own process: `stranger.ts <what it knows as JSON>`. Starts at the first message, and answers the second with the
// outcome.
if (process.send !== undefined) {
  const stranger = JSON.parse(process.argv[2] ?? "{}") as Stranger;
  process.send("ready");
  await once(process, "message");
  const sockets = await attacks[stranger.attack](stranger);
  await once(process, "message");
  process.send(sockets.report());
}
