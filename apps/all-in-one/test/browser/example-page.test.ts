import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { seedDemo } from "../../src/demo/seed-demo.ts";
import { startExample } from "../../src/demo/start-example.ts";
import { hasChromium, launchChromium, violations } from "../support/chromium.ts";
import { Customer } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let folder: string;
let browser: Browser;
let customer: Customer;
let example: Awaited<ReturnType<typeof startExample>>;

const welcome = { organizationId: "acme", documentId: "welcome" };
const markup = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202Egnp.exe`;

describe.skipIf(!hasChromium("the example page"))("the example page", () => {
  beforeAll(async () => {
    parley = await startParley("all-in-one");
    folder = await mkdtemp(join(tmpdir(), "parley-example-"));
    const environment = { PARLEY_ADMIN_TOKEN: parley.adminToken, PARLEY_DATABASE_URL: parley.databaseUrl };
    const demo = await seedDemo(folder, parley.url, environment);
    customer = new Customer(parley.url, { "x-svc-api-key": demo.apiKey, "x-svc-auth-token": demo.authToken });
    [example, browser] = await Promise.all([startExample({ examplePort: 0 }, parley.url, demo, {}), launchChromium()]);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    example?.stop();
    await parley?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a window for a person of the demo, and collects the errors that the page or the browser reports there. */
  async function openAs(userId: string, options: Parameters<Browser["newContext"]>[0] = {}) {
    const context: BrowserContext = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      reducedMotion: "reduce",
      ...options,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`${example?.url}/document?as=${userId}`);
    await page.getByText("Live", { exact: true }).waitFor();
    return { page, context, complaints };
  }

  const said = (page: Page, text: string) => page.locator(".comment-text", { hasText: text });

  async function begin(page: Page, text: string): Promise<void> {
    await page.getByRole("button", { name: "Comment on paragraph 2" }).click();
    await page.getByRole("textbox", { name: "Comment", exact: true }).fill(text);
    await page.getByRole("button", { name: "Comment", exact: true }).click();
  }

  test("two windows share a thread, a mention that the inbox counts, a reply, a reaction, and the resolution", {
    timeout: 120_000,
  }, async () => {
    const [alice, bob] = await Promise.all([openAs("alice"), openAs("bob")]);
    const inbox = bob.page.getByRole("button", { name: /^Inbox/ });
    const unread = async () => Number(/\d+/.exec((await inbox.textContent()) ?? "")?.[0] ?? 0);
    await expect.poll(unread, { timeout: 20_000 }).toBeGreaterThan(0);
    const before = await unread();
    await alice.page.getByRole("button", { name: "Comment on paragraph 3" }).click();
    await alice.page.getByRole("textbox", { name: "Comment", exact: true }).pressSequentially("Is this so, @bo");
    await alice.page.getByRole("option", { name: "Bob Brown" }).click();
    await alice.page.getByRole("button", { name: "Comment", exact: true }).click();
    await said(bob.page, "Is this so, @Bob Brown").waitFor();

    await expect.poll(unread, { timeout: 20_000 }).toBe(before + 1);
    await inbox.click();
    await bob.page
      .getByRole("dialog", { name: "Inbox" })
      .getByRole("button", { name: /mentioned you.*Is this so/ })
      .click();
    await bob.page.getByRole("textbox", { name: "Reply" }).fill("It is.");
    await bob.page.getByRole("button", { name: "Reply", exact: true }).last().click();
    await said(alice.page, "It is.").waitFor();
    await bob.page.locator(".card[data-active=true]").getByRole("button", { name: /Agree/ }).first().click();
    const thread = alice.page.locator(".card", { hasText: "Is this so" });
    await thread.getByRole("button", { name: /Agree, Bob Brown/ }).waitFor();
    await thread.getByRole("button", { name: "Resolve" }).click();

    await expect.poll(unread, { timeout: 20_000 }).toBe(before);
    await bob.page.locator(".card", { hasText: "Is this so" }).getByText("RESOLVED", { exact: false }).waitFor();
    expect(await bob.page.getByRole("button", { name: "Resolve", exact: true }).count()).toBe(0);
    expect([...alice.complaints, ...bob.complaints]).toEqual([]);
  });

  test("without a network the page says so and keeps what is written; afterwards it shows what it missed", {
    timeout: 120_000,
  }, async () => {
    const [alice, bob] = await Promise.all([openAs("alice"), openAs("bob")]);
    await bob.context.setOffline(true);
    await bob.page.getByText("Reconnecting…").waitFor();
    await begin(bob.page, "Written on a train.");
    await begin(alice.page, "Said meanwhile.");
    await said(bob.page, "Written on a train.").waitFor();
    await bob.page.locator(".card", { hasText: "Written on a train." }).getByText("Waiting for a connection…").waitFor();
    await bob.context.setOffline(false);

    await said(bob.page, "Said meanwhile.").waitFor();
    await said(alice.page, "Written on a train.").waitFor({ timeout: 20_000 });
    expect(await said(bob.page, "Written on a train.").count()).toBe(1);
  });

  test("a refused new thread says why, and offers only to try again or to discard it", { timeout: 120_000 }, async () => {
    await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "leaver", name: "Leah Leaver" }] });
    const { page } = await openAs("alice");
    await customer.data("/v2/users/delete", { organizationId: "acme", userIds: ["leaver"] });
    await begin(page, "Ask @Leah Leaver about it.");

    const card = page.locator(".card", { hasText: "Ask @Leah Leaver" });
    await card.getByRole("alert").getByText("Not sent").waitFor();
    expect(await card.getByRole("button").allTextContents()).toEqual(["Try again", "Discard"]);
    await card.getByRole("button", { name: "Discard" }).click();
    await card.waitFor({ state: "detached" });
  });

  test("the keyboard alone begins a thread with a mention, replies and leaves the thread", { timeout: 120_000 }, async () => {
    const { page } = await openAs("alice");
    const press = async (key: string, isThere: string) => {
      // Pressing Tab repeatedly reaches every element of the page.
      for (let nth = 0; nth < 60; nth++) {
        await page.keyboard.press(key);
        if (
          await page.evaluate<boolean>(
            `(document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? "").startsWith(${JSON.stringify(isThere)})`,
          )
        )
          return;
      }
      throw new Error(`${key} never leads to ${isThere}.`);
    };
    await press("Tab", "Comment on paragraph 4");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Ask @Ca");
    const carol = page.getByRole("option", { name: "Carol Chen" });
    await carol.waitFor();
    // An input method that composes a word keeps this key.
    await page.locator("textarea:focus").dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await carol.waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("first.");
    await page.keyboard.press("Control+Enter");
    await said(page, "Ask @Carol Chen first.").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement?.className"), { timeout: 20_000 }).toBe("card");
    await press("Tab", "Reply");
    await page.keyboard.type("No need.");
    await page.keyboard.press("Control+Enter");
    await said(page, "No need.").waitFor();

    await press("Shift+Tab", "Inbox");
    await page.keyboard.press("Enter");
    const inbox = page.getByRole("dialog", { name: "Inbox" });
    await inbox.waitFor();
    await page.keyboard.press("Escape");
    await inbox.waitFor({ state: "hidden" });
    expect(await page.evaluate<string>("document.activeElement?.textContent")).toMatch(/^Inbox/);
  });

  test("the page is accessible in light and dark, open and closed, and on a phone, where nothing is wider than the screen", {
    timeout: 120_000,
  }, async () => {
    const [{ page }, found] = [await openAs("alice"), [] as string[]];
    const look = async (where: string) => found.push(...(await violations(page)).map((violation) => `${where}: ${violation}`));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await look(colorScheme);
    }
    await page.locator(".card").first().getByRole("button", { name: "Reply" }).click();
    await page.getByRole("textbox", { name: "Reply" }).pressSequentially("Ask @");
    await page.getByRole("listbox").waitFor();
    await look("a mention in the dark");
    await page.getByRole("button", { name: /^Inbox/ }).click();
    await look("the inbox in the dark");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
    await look("a phone");
    await page.getByRole("button", { name: /^Comments/ }).click();
    await page.locator(".card").first().waitFor();
    await look("the sheet of a phone");

    expect(found).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });

  test("names and texts with markup are shown as plain text and run nothing", { timeout: 120_000 }, async () => {
    await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "mallory", name: markup }] });
    const tagged = [{ userId: "bob", text: `@${markup}` }];
    const comment = {
      from: { userId: "mallory", name: markup },
      commentText: `${markup} @${markup}`,
      commentHtml: markup,
      taggedUserContacts: tagged,
    };
    const commentAnnotations = [
      {
        annotationId: "marked",
        location: { id: markup, locationName: markup },
        assignedTo: { userId: "mallory", name: markup },
        status: { id: markup, name: markup, type: "ongoing" },
        commentData: [comment],
      },
    ];
    await customer.data("/v2/commentannotations/add", { ...welcome, commentAnnotations });
    await customer.data("/v2/commentannotations/comments/reactions/add", {
      ...welcome,
      annotationId: "marked",
      commentId: (await customer.data("/v2/commentannotations/get", { ...welcome, annotationIds: ["marked"] }))[0].comments[0].commentId,
      user: { userId: "mallory", name: markup },
      reactions: ["<b>+1</b>"],
    });
    const { page, complaints } = await openAs("bob");
    const card = page.locator("#thread-marked");
    await card.focus();
    await page.getByRole("textbox", { name: "Reply" }).pressSequentially("@");
    await page.getByRole("option").first().waitFor();
    await page.getByRole("button", { name: /^Inbox/ }).click();
    await page.getByRole("dialog").getByText("onerror").first().waitFor();

    expect(await card.locator(".comment-text").first().textContent()).toBe(`${markup} @${markup}`);
    expect(await card.locator(".name").first().textContent()).toBe(markup);
    expect(await page.locator("img, main script, aside script, header script").count()).toBe(0);
    expect(await page.evaluate("typeof hacked")).toBe("undefined");
    // The console would report a violation of the content security policy.
    expect(complaints).toEqual([]);
  });

  test("only pages of the example's server get a token, and only for people of the demo", async () => {
    const ask = (body: object, headers: Record<string, string> = {}) =>
      new Customer(example?.url ?? "").send("/token", JSON.stringify(body), {
        headers: { "content-type": "application/json", ...headers },
      });

    expect((await ask({ as: "alice" })).body.token).toMatch(/^ey/);
    expect((await ask({ as: "mallory" })).status).toBe(403);
    expect((await ask({ as: "alice" }, { origin: "https://evil.example" })).status).toBe(403);
    expect((await ask({ as: "alice" }, { host: "rebound.example" })).status).toBe(403);
    expect((await ask({ as: "alice" }, { origin: "http://rebound.example", host: "rebound.example" })).status).toBe(403);
  });
});
