import { testSchema } from "@parley/testing";
import { migrations } from "../migrations/index.ts";
import "../src/module.ts";
import * as tables from "../src/schema.ts";

testSchema({ schema: "workspace", migrations, tables });
