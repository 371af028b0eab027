import { obeySignals, runProcess } from "@parley/runtime";
import { notificationsModule } from "../../src/module.ts";
import { Neighbours } from "../neighbours.ts";
import { TriggerSender } from "../webhooks/trigger-sender.ts";
import { configure } from "./emails-service.ts";

// The process that `failpoints.test.ts` kills. Its argument is the URL of the mail server.
const neighbours = new Neighbours();
configure(neighbours, "pk_killed", process.argv[2] ?? "");
const { directory, users, workspace } = neighbours;
const running = await runProcess([directory, users, workspace, notificationsModule, new TriggerSender().module]);
obeySignals().stopBy(() => running.stop());
