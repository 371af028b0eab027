import { exampleServer } from "./example-server.ts";

// Runs the example for a running Parley: `npm run build -- example`, then `node apps/example/src/server/main.ts` with the address of
// Parley and the credentials of an API key in the environment.
const { PARLEY_BASE_URL, PARLEY_API_KEY, PARLEY_AUTH_TOKEN, PORT = "8090" } = process.env;
if (!PARLEY_BASE_URL || !PARLEY_API_KEY || !PARLEY_AUTH_TOKEN)
  throw new Error("Set PARLEY_BASE_URL, PARLEY_API_KEY and PARLEY_AUTH_TOKEN.");

const assets = new URL("../../dist/", import.meta.url);
exampleServer({ baseUrl: PARLEY_BASE_URL, apiKey: PARLEY_API_KEY, authToken: PARLEY_AUTH_TOKEN, assets }).listen(
  Number(PORT),
  "127.0.0.1",
  () => {
    console.log(`The example is at http://localhost:${PORT}. Allow localhost for the API key at ${new URL(PARLEY_BASE_URL).host}.`);
  },
);
