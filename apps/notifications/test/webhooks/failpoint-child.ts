import { obeySignals, runProcess } from "@parley/runtime";
import { notificationsModule } from "../../src/module.ts";
import { FakeServices } from "../fake-services.ts";
import { configure, type WebhookConfiguration } from "./configure.ts";
import { TriggerSender } from "./trigger-sender.ts";

// The process that `failpoints.test.ts` kills. Its argument is the configuration of API keys.
const fakes = new FakeServices();
for (const config of JSON.parse(process.argv[2] ?? "") as WebhookConfiguration[]) configure(fakes, ...config);
// The first attempt builds the bodies of events that arrived while users were unavailable.
if (process.env.PARLEY_FAILPOINT === "webhook.after-bodies") {
  fakes.usersAreDown = true;
  const asked = setInterval(() => {
    if (fakes.profilesAsked.length === 0) return;
    clearInterval(asked);
    fakes.usersAreDown = false;
  }, 5);
}
const { directory, users, workspace } = fakes;
const running = await runProcess([directory, users, workspace, notificationsModule, new TriggerSender().module]);
obeySignals().stopBy(() => running.stop());
