import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientStage, place, startClientStage } from "./client-stage.ts";
import { driverOf, engines, WebDriver } from "./web-driver.ts";

let stage: ClientStage;

beforeAll(async () => {
  stage = await startClientStage();
}, 120_000);

afterAll(() => stage?.stop());

const follows = `(window.threads = follow(client.liveThreads(${JSON.stringify(place)})), true)`;
const isLive = "threads.list.getSnapshot().isLoaded && threads.list.getSnapshot().isLive";
const has = (text: string) =>
  `threads.list.getSnapshot().threads.some(({ comments }) => comments[0].commentText === ${JSON.stringify(text)} && !comments[0].pending)`;

describe.for(engines.map((engine) => [engine.name, engine] as const))("in %s", ([, engine]) => {
  const driver = driverOf(engine);

  test.skipIf(driver === undefined)(
    "windows of one browser follow a document, write, share a stream, and catch up after a cut network and the way back",
    { timeout: 300_000 },
    async () => {
      await using browser = await WebDriver.start(driver ?? "", engine);
      const open = async (userId: string) => {
        const window = await browser.open(stage.urlOf(userId));
        await browser.evaluate(window, follows);
        await browser.shows(window, isLive);
        return window;
      };
      const add = (window: string, commentText: string) =>
        browser.evaluate<string>(window, `threads.list.addThread(${JSON.stringify({ commentText })})`);
      const addMeanwhile = (commentText: string) =>
        stage.workspace.customer.data("/v2/commentannotations/add", {
          ...place,
          commentAnnotations: [{ commentData: [{ from: { userId: "alice" }, commentText }] }],
        });
      const ofEngine = (text: string) => `${engine.name}: ${text}`;

      // More windows of one user than streams that a user may have.
      const windows: string[] = [];
      for (let nth = 0; nth < 7; nth++) windows.push(await open("alice"));
      const [first = "", last = ""] = [windows[0], windows.at(-1)];
      const bob = await open("bob");
      await add(bob, ofEngine("to all"));
      for (const window of [...windows, bob]) await browser.shows(window, has(ofEngine("to all")));
      expect(await browser.evaluate(last, isLive)).toBe(true);

      stage.way.cut();
      await browser.shows(first, "!threads.list.getSnapshot().isLive");
      await add(first, ofEngine("without a network"));
      await addMeanwhile(ofEngine("missed"));
      stage.way.mend();
      for (const text of ["without a network", "missed"])
        for (const window of [last, bob]) await browser.shows(window, has(ofEngine(text)));

      // Engines either keep the page that they leave, or load it anew.
      await browser.evaluate(bob, "(window.isKept = true)");
      await browser.go(bob, "about:blank");
      await addMeanwhile(ofEngine("while away"));
      await browser.back(bob);
      await browser.shows(bob, "window.isReady === true");
      if (!(await browser.evaluate<boolean>(bob, "window.isKept === true"))) await browser.evaluate(bob, follows);
      await browser.shows(bob, has(ofEngine("while away")));
    },
  );
});
