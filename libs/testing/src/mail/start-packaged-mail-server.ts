import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../free-port.ts";
import { killWithUs } from "../programs.ts";
import { until } from "../until.ts";
import { type PackagedMailServer, packagedMailServers } from "./packaged-mail-servers.ts";
import { listens, type MailTransferAgent } from "./start-opensmtpd.ts";

const run = promisify(execFile);

/**
 * A mail server of Debian that relays all mails to a mail server on this machine. Its packages exclude each other, so none is installed: they
 * are laid over the system's folders in a mount namespace of its own. Undefined, with one loud line, where that cannot be.
 */
export async function startPackagedMailServer(name: string, nextPort: number): Promise<MailTransferAgent | undefined> {
  const server = packagedMailServers[name];
  if (server === undefined) throw new Error(`There is no mail server ${name}.`);
  const isPossible = spawnSync("which", ["apt-get"]).status === 0 && spawnSync("unshare", ["-m", "true"]).status === 0;
  if (!isPossible) {
    console.error(`\n${name.toUpperCase()} IS NOT TRIED: it takes Debian, and root with a mount namespace of its own.\n`);
    return undefined;
  }
  const packages = await fetchedPackages(name, server);
  const folder = await mkdtemp(join(tmpdir(), `parley-${name}-`));
  const port = await freePort();
  for (const [path, text] of Object.entries(server.files(port, nextPort))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const apart = `set -e
mount -t tmpfs tmpfs /mnt && mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
for each in ${packages}/*.deb; do dpkg-deb --fsys-tarfile $each | tar -x --keep-directory-symlink -C /mnt/root; done
cp -r ${folder}/. /mnt/root
for each in proc dev; do mount --rbind /$each /mnt/root/$each; done
mount -t tmpfs tmpfs /mnt/root/run
exec chroot /mnt/root sh -ec '${server.starts}'`;
  const child = spawn("unshare", ["-m", "-p", "--fork", "--kill-child", "sh", "-c", apart], { stdio: ["ignore", "pipe", "pipe"] });
  killWithUs(child);
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (log += chunk.toString()));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${log}`);
    return listens(port);
  }, 60_000);
  const { stdout } = await run("sh", ["-c", `dpkg-deb -f ${packages}/${server.packages[0]}_*.deb Version`]);
  return {
    url: `smtp://127.0.0.1:${port}`,
    version: stdout.trim(),
    async [Symbol.asyncDispose]() {
      // All processes of the namespace end with it.
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of the packages, fetched once. */
async function fetchedPackages(name: string, { packages }: PackagedMailServer): Promise<string> {
  const folder = join(homedir(), ".cache/parley/mail-servers", name);
  if (existsSync(join(folder, "done"))) return folder;
  await mkdir(folder, { recursive: true });
  const simulated = `apt-get -s install --no-install-recommends ${packages.join(" ")} | awk '/^Inst/ { print $2 }'`;
  await run("sh", ["-ec", `apt-get download -q $(${simulated}) && touch done`], { cwd: folder });
  return folder;
}
