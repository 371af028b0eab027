import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort, until } from "@parley/testing";
import { findProgram } from "../support/find-program.ts";

/** A browser that is driven by WebDriver, because playwright-core drives only builds of its own. */
export interface Engine {
  readonly name: string;
  /** Its driver on the PATH, and how to get it. */
  readonly driver: string;
  readonly install: string;
  readonly capabilities: object;
}

export const engines: readonly Engine[] = [
  {
    name: "Firefox",
    driver: "geckodriver",
    install: "apt-get install firefox-esr, cargo install geckodriver",
    capabilities: { browserName: "firefox", "moz:firefoxOptions": { args: ["-headless"] } },
  },
  {
    name: "WebKit",
    driver: "WebKitWebDriver",
    install: "apt-get install webkit2gtk-driver xvfb, and an X server in DISPLAY (xvfb-run)",
    capabilities: {},
  },
];

/** The program that drives it; undefined, with one loud line, when it is not here. */
export function driverOf({ name, driver, install }: Engine): string | undefined {
  const found = findProgram(driver);
  const hasScreen = name !== "WebKit" || process.env.DISPLAY !== undefined;
  if (found === undefined || !hasScreen) console.warn(`SKIPPED: the client in ${name}, because it is not here (${install}).`);
  return hasScreen ? found : undefined;
}

/** A browser of its own, with one window to begin with. */
export class WebDriver implements AsyncDisposable {
  readonly #url: string;
  readonly #stop: () => Promise<void>;

  private constructor(url: string, stop: () => Promise<void>) {
    this.#url = url;
    this.#stop = stop;
  }

  static async start(driver: string, { capabilities }: Engine): Promise<WebDriver> {
    const port = await freePort();
    const child = spawn(driver, [`--port=${port}`], { stdio: "ignore" });
    const stop = async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    };
    const server = `http://127.0.0.1:${port}/session`;
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(isUp, 20_000);
    const { sessionId } = await command<{ sessionId: string }>(server, { capabilities: { alwaysMatch: capabilities } });
    return new WebDriver(`${server}/${sessionId}`, stop);
  }

  /** Opens a further window and goes to the address in it; returns its handle. */
  async open(url: string): Promise<string> {
    const { handle } = await command<{ handle: string }>(`${this.#url}/window/new`, { type: "tab" });
    await this.#enter(handle);
    await command(`${this.#url}/url`, { url });
    await this.shows(handle, "window.isReady === true");
    return handle;
  }

  /** The value of an expression in a window. */
  async evaluate<T>(handle: string, expression: string): Promise<T> {
    await this.#enter(handle);
    return command<T>(`${this.#url}/execute/sync`, { script: `return (${expression});`, args: [] });
  }

  async shows(handle: string, expression: string): Promise<void> {
    await until(() => this.evaluate<boolean>(handle, `Boolean(${expression})`), 30_000);
  }

  async back(handle: string): Promise<void> {
    await this.#enter(handle);
    await command(`${this.#url}/back`, {});
  }

  async go(handle: string, url: string): Promise<void> {
    await this.#enter(handle);
    await command(`${this.#url}/url`, { url });
  }

  #enter(handle: string): Promise<unknown> {
    return command(`${this.#url}/window`, { handle });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await fetch(this.#url, { method: "DELETE" });
    await this.#stop();
  }
}

async function command<T>(url: string, parameters: object): Promise<T> {
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(parameters) });
  const { value } = (await response.json()) as { value: T };
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${JSON.stringify(value).slice(0, 500)}`);
  return value;
}
