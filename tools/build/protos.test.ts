import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { buildProtos } from "./protos.ts";

test("the archive of the protos has every file, and a descriptor set with the options for Go and Java", { timeout: 60_000 }, () => {
  const archive = buildProtos();

  const listed = execFileSync("tar", ["-tzf", archive], { encoding: "utf8" });
  const { file } = fromBinary(FileDescriptorSetSchema, readFileSync(archive.replace(/\.tar\.gz$/, "/parley.binpb")));
  const own = file.filter(({ name }) => name.startsWith("parley/"));
  expect(own.length).toBeGreaterThan(10);
  for (const { name } of own) expect(listed).toContain(name);
  expect(own.filter(({ options }) => !options?.goPackage || !options.javaPackage).map(({ name }) => name)).toEqual([]);
});
