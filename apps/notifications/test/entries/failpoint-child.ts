import { obeySignals, runProcess } from "@parley/runtime";
import { notificationsModule } from "../../src/module.ts";
import { FakeServices } from "../fake-services.ts";
import { TriggerSender } from "../webhooks/trigger-sender.ts";
import { newPlace } from "./entries-service.ts";

// The process that `failpoints.test.ts` kills.
const fakes = new FakeServices();
newPlace({ fakes }, "pk_killed");
const { directory, users, workspace } = fakes;
const running = await runProcess([directory, users, workspace, notificationsModule, new TriggerSender().module]);
obeySignals().stopBy(() => running.stop());
