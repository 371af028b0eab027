/** The URL of the gateway, without a slash at its end. Throws a `TypeError` with a correction when no request could be sent to it. */
export function baseUrlOf(given: string | undefined): string {
  if (given === undefined || given === "") {
    throw new TypeError(
      'baseUrl is missing: it is the URL of the gateway, such as "https://parley.example.com" or "http://localhost:8080".',
    );
  }
  if (!/^https?:\/\//i.test(given)) {
    throw new TypeError(
      `baseUrl is ${JSON.stringify(given)}, which does not begin with http:// or https://; write "${schemeOf(given)}${hostOf(given)}".`,
    );
  }
  if (!URL.canParse(given)) throw new TypeError(`baseUrl is ${JSON.stringify(given)}, which is not a URL.`);
  return given.replace(/(?<!\/)\/+$/, "");
}

// Servers on this machine are seldom reached over TLS.
function schemeOf(given: string): string {
  return /^(?:localhost|127\.|\[::1\])/.test(hostOf(given)) ? "http://" : "https://";
}

function hostOf(given: string): string {
  return given.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, "");
}
