import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { bridge, nodes } from "./addresses.ts";

/** Gives the cluster, whose namespaces are still empty, the addresses of its nodes, and hides the fixed places where programs write. */
export function layOutMachine(): void {
  network();
  execFileSync("mount", ["--make-rshared", "/"]);
  // Visible only to the cluster, and gone with it.
  for (const place of ["/run", "/var/log", "/var/lib"]) execFileSync("mount", ["-t", "tmpfs", "tmpfs", place]);
  for (const place of ["/var/lib/kubelet", "/var/log/containers", "/run/netns"]) mkdirSync(place, { recursive: true });
}

function network(): void {
  const ip = (...parameters: readonly string[]) => execFileSync("ip", parameters);
  ip("link", "set", "lo", "up");
  ip("link", "add", bridge, "type", "bridge");
  for (const { address } of nodes) ip("address", "add", `${address}/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  // Programs expect a default route, even where there is none.
  ip("route", "add", "default", "dev", bridge);
  writeFileSync("/proc/sys/net/ipv4/ip_forward", "1");
}
