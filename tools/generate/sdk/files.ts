import { browserDocument, defaultDocument } from "@parley/gateway/openapi";
import { clientModel } from "./client-model.ts";
import type { Document } from "./document.ts";
import { goFiles } from "./go.ts";
import { goSamples } from "./go-samples.ts";
import { pythonFiles } from "./python.ts";
import { typescriptFiles } from "./typescript.ts";

/** The generated files of the clients, by path below the root. */
export function clientFiles(): Record<string, string> {
  const model = clientModel(defaultDocument() as unknown as Document, browserDocument() as unknown as Document);
  return {
    ...below("libs/sdk-typescript/src/gen", typescriptFiles(model)),
    ...below("libs/sdk-python/src/parley_sdk/gen", pythonFiles(model)),
    ...below("libs/sdk-go", goFiles(model)),
    ...below("apps/gateway/src/docs/gen", goSamples(model)),
  };
}

function below(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}
