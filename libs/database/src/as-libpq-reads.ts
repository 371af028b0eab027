/**
 * The URL in the form that makes the driver read `sslmode` as libpq does, which is what the URLs of managed Postgres mean: `require`
 * encrypts without checking the certificate, unless `sslrootcert` names an authority; `verify-full` checks the certificate and the name in
 * it.
 */
export function asLibpqReads(url: string): string {
  if (!/[?&]sslmode=/.test(url) || /[?&]uselibpqcompat=/.test(url)) return url;
  // Node trusts the system's authorities anyway.
  return `${url.replace(/([?&])sslrootcert=system(&|$)/, "$1")}&uselibpqcompat=true`;
}
