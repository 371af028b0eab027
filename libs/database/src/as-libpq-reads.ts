/**
 * The URL in the form in which the driver takes `sslmode` as libpq does, and so as the URLs that managed Postgres gives out mean it: `require` encrypts
 * and asks for no trusted certificate, unless `sslrootcert` names an authority; `verify-full` checks the certificate and the name in it.
 */
export function asLibpqReads(url: string): string {
  if (!/[?&]sslmode=/.test(url) || /[?&]uselibpqcompat=/.test(url)) return url;
  // The authorities of the system are what Node trusts without being told.
  return `${url.replace(/([?&])sslrootcert=system(&|$)/, "$1")}&uselibpqcompat=true`;
}
