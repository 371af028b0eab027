/** Where the gateway is, without a slash at its end. Throws a `TypeError` that says what to write when it cannot be reached under any circumstances. */
export function baseUrlOf(given: string | undefined): string {
  if (given === undefined || given === "") {
    throw new TypeError('baseUrl is missing: it is where the gateway is, such as "https://parley.example.com" or "http://localhost:8080".');
  }
  if (!/^https?:\/\//i.test(given)) {
    throw new TypeError(
      `baseUrl is ${JSON.stringify(given)}, which does not begin with http:// or https://; write "${schemeOf(given)}${hostOf(given)}".`,
    );
  }
  if (!URL.canParse(given)) throw new TypeError(`baseUrl is ${JSON.stringify(given)}, which is not a URL.`);
  return given.replace(/(?<!\/)\/+$/, "");
}

// What is on this machine is seldom reached over TLS.
function schemeOf(given: string): string {
  return /^(?:localhost|127\.|\[::1\])/.test(hostOf(given)) ? "http://" : "https://";
}

function hostOf(given: string): string {
  return given.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, "");
}
