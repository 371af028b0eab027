import { busContract } from "./bus-contract.ts";

busContract("embedded", async () => ({}));
