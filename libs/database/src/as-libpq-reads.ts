/**
 * Makes the driver read the URL's `sslmode` as libpq does, which is how the URLs of managed Postgres mean it: `require` encrypts without
 * checking the certificate, unless `sslrootcert` names an authority; `verify-full` checks the certificate and its host name.
 */
export function asLibpqReads(url: string): string {
  if (!/[?&]sslmode=/.test(url) || /[?&]uselibpqcompat=/.test(url)) return url;
  // `sslrootcert=system` is dropped: Node trusts the system's authorities anyway.
  return `${url.replace(/([?&])sslrootcert=system(&|$)/, "$1")}&uselibpqcompat=true`;
}
