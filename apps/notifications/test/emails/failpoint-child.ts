import { obeySignals, runProcess } from "@parley/runtime";
import { notificationsModule } from "../../src/module.ts";
import { FakeServices } from "../fake-services.ts";
import { TriggerSender } from "../webhooks/trigger-sender.ts";
import { configure } from "./emails-service.ts";

// The process that `failpoints.test.ts` kills. Its argument is the URL of the mail server.
const fakes = new FakeServices();
configure(fakes, "pk_killed", process.argv[2] ?? "");
const { directory, users, workspace } = fakes;
const running = await runProcess([directory, users, workspace, notificationsModule, new TriggerSender().module]);
obeySignals().stopBy(() => running.stop());
