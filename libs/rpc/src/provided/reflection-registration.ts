import { type DescFile, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { file_parley_common_v1_failure } from "@parley/contracts/common";
import {
  file_google_rpc_error_details,
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponseSchema,
} from "@parley/contracts/grpc";
import { type ImplementOptions, implement } from "../served/implement.ts";
import type { ServiceRegistration } from "../served/service-registration.ts";
import { DescriptorCatalogue, withImports } from "./descriptor-catalogue.ts";

type Answer = NonNullable<MessageInitShape<typeof ServerReflectionResponseSchema>["messageResponse"]>;

/** grpc.reflection.v1: describes the served interfaces to tools such as grpcurl; needs no token. */
export function reflectionRegistration(registrations: readonly ServiceRegistration[], options: ImplementOptions): ServiceRegistration {
  const services = [ServerReflection, ...registrations.map(({ service }) => service)];
  // Failure details belong to no request or response type; without these files a client would print them as bytes.
  const failures = [file_google_rpc_error_details, file_parley_common_v1_failure];
  const catalogue = new DescriptorCatalogue([...services.map(({ file }) => file), ...failures]);
  const names = services.map(({ typeName }) => ({ name: typeName }));
  return implement(
    ServerReflection,
    {
      async *serverReflectionInfo(requests) {
        for await (const request of requests) {
          yield { validHost: request.host, originalRequest: request, messageResponse: answer(request, catalogue, names) };
        }
      },
    },
    { ...options, open: true },
  );
}

function answer(
  { messageRequest: question }: ServerReflectionRequest,
  catalogue: DescriptorCatalogue,
  service: { name: string }[],
): Answer {
  switch (question.case) {
    case "listServices":
      return { case: "listServicesResponse", value: { service } };
    case "fileByFilename":
      return fileAnswer(catalogue.file(question.value), `the file ${question.value}`);
    case "fileContainingSymbol":
      return fileAnswer(catalogue.declaring(question.value), `the symbol ${question.value}`);
    case "fileContainingExtension": {
      const { containingType, extensionNumber } = question.value;
      return fileAnswer(catalogue.extension(containingType, extensionNumber)?.file, `an extension ${extensionNumber} of ${containingType}`);
    }
    case "allExtensionNumbersOfType": {
      const extensionNumber = catalogue.extensionNumbers(question.value);
      if (extensionNumber === undefined) return unknown(`the type ${question.value}`);
      return { case: "allExtensionNumbersResponse", value: { baseTypeName: question.value, extensionNumber } };
    }
    case undefined:
      return { case: "errorResponse", value: { errorCode: Code.InvalidArgument, errorMessage: "The request is empty." } };
  }
}

function fileAnswer(file: DescFile | undefined, what: string): Answer {
  if (file === undefined) return unknown(what);
  const fileDescriptorProto = withImports(file).map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return { case: "fileDescriptorResponse", value: { fileDescriptorProto } };
}

function unknown(what: string): Answer {
  return { case: "errorResponse", value: { errorCode: Code.NotFound, errorMessage: `This server does not know ${what}.` } };
}
