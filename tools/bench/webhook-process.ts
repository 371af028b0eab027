import { startParley } from "./webhook-stage.ts";

// The notifications service in a process of its own, until it is told to stop: its database and the port of the receiver are its arguments.
const [url = "", port = ""] = process.argv.slice(2);
const parley = await startParley(url, Number(port));
process.send?.({});
process.on("message", () => void parley.stop().then(() => process.exit()));
