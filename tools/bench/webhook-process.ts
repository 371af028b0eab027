import { startParley } from "./webhook-stage.ts";

// The notifications service in its own process, until it is told to stop. Its arguments are the database and the receiver's port.
const [url = "", port = ""] = process.argv.slice(2);
const parley = await startParley(url, Number(port));
process.send?.({});
process.on("message", () => void parley.stop().then(() => process.exit()));
