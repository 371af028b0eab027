import { Duplex } from "node:stream";
import { connect } from "node:tls";

/** The bytes with which a client begins TLS. */
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
