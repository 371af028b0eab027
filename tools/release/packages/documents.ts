import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultDocument, documentForClients } from "@parley/gateway/openapi";
import { asOpenApi30 } from "@parley/gateway/openapi-3-0";
import { entriesOf, fileEntry } from "../archive/entries.ts";
import { tarGz } from "../archive/tar.ts";
import { type Artefact, put, type ReleaseContext } from "../artefact.ts";
import type { Component } from "../sboms/cyclonedx.ts";
import { linked } from "./links.ts";

/** The protos, as an image that buf and protoc read, and as files. */
export function protos(context: ReleaseContext): Artefact[] {
  const { root, folder, version, timeMs } = context;
  const name = `parley-protos-${version}`;
  const subject = own("parley-protos", version);
  const image = `protos/${name}.binpb`;
  put(context, image, "");
  execFileSync(join(root, "node_modules/.bin/buf"), ["build", "proto", "--output", join(folder, image)], {
    cwd: root,
    stdio: "pipe",
  });
  const files = globSync(["buf.yaml", "{parley,google,grpc}/**/*.proto"], { cwd: join(root, "proto") });
  const entries = files.map((file) => fileEntry(`${name}/${file}`, readFileSync(join(root, "proto", file))));
  const archive = [...entries, fileEntry(`${name}/LICENSE`, readFileSync(join(root, "LICENSE")))];
  put(context, `protos/${name}.tar.gz`, tarGz(archive, timeMs));
  return [
    { path: image, about: "protos as an image of buf, which protoc reads as a FileDescriptorSet", subject, components: [] },
    { path: `protos/${name}.tar.gz`, about: "protos as files", subject, components: [] },
  ];
}

/** The documents of the HTTP interface, of an installation with default settings. */
export function openApi(context: ReleaseContext): Artefact[] {
  const document = defaultDocument();
  const forms = [
    ["openapi", document, "OpenAPI 3.1"],
    ["openapi-without-webhooks", documentForClients(), "OpenAPI 3.1 without webhooks, for generators of clients"],
    ["openapi-3.0", asOpenApi30(document), "OpenAPI 3.0, for generators that know no newer one"],
  ] as const;
  return forms.map(([name, content, form]) => {
    const path = `openapi/${name}.json`;
    put(context, path, `${JSON.stringify(content, null, 2)}\n`);
    return { path, about: `HTTP interface as ${form}`, subject: own(`parley-${name}`, context.version), components: [] };
  });
}

/** The chart in the layout of `helm package`, which itself would write the current time into the archive. */
export function chart(context: ReleaseContext): Artefact {
  const entries = entriesOf(join(context.root, "deploy/helm/parley"), "parley/")
    .filter(({ kind, path }) => kind === "file" && !path.endsWith(".tgz"))
    .map((entry) =>
      entry.kind === "file" && entry.path === "parley/README.md" ? { ...entry, content: chartPage(context, entry.content) } : entry,
    );
  const path = `chart/parley-${context.version}.tgz`;
  put(context, path, tarGz([...entries, fileEntry("parley/LICENSE", readFileSync(join(context.root, "LICENSE")))], context.timeMs));
  return { path, about: "Helm chart", subject: own("parley-chart", context.version), components: [] };
}

function chartPage(context: ReleaseContext, content: Buffer): Buffer {
  return Buffer.from(linked(context, "deploy/helm/parley/README.md", content.toString()));
}

/** A file of the project that is in no registry. */
export function own(name: string, version: string): Component {
  return { type: "library", name, version, license: "Apache-2.0" };
}
