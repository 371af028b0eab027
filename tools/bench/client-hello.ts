import { Duplex } from "node:stream";
import { connect } from "node:tls";

/** The first bytes of a TLS client (ClientHello). */
export function clientHello(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const wire = new Duplex({
      read: () => undefined,
      write: (bytes: Buffer, _encoding, done) => {
        resolve(bytes);
        done();
      },
    });
    connect({ socket: wire, servername: "localhost" }).once("error", reject);
  });
}
