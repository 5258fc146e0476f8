import { readFileSync } from "node:fs";
import { ManualClock, parseApiVersion } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { GoStruct } from "../../codec/go-type.ts";
import { loadTypeGraph } from "../../codec/type-graph.ts";
import { BuiltinCodec } from "../builtin-codec.ts";
import { defaultsOf } from "./defaults.ts";

interface Row {
  readonly sent: { apiVersion: string; kind: string; metadata: { name: string } };
  readonly shown: Record<string, unknown>;
}

const file = new URL("../../../test/vectors/builtin-defaults.json", import.meta.url);
const rows = JSON.parse(readFileSync(file, "utf8")) as Row[];
const graph = loadTypeGraph();
const clock = new ManualClock();

describe("an object that says little is filled in as by the reference", () => {
  test.each(rows.map((row) => [`${row.sent.metadata.name} ${row.sent.apiVersion} ${row.sent.kind}`, row] as const))(
    "%s",
    (_, { sent, shown }) => {
      const { group, version } = parseApiVersion(sent.apiVersion);
      const type = graph.kind(group, version, sent.kind) as GoStruct;
      const codec = new BuiltinCodec(type, defaultsOf(group, version, sent.kind), clock);
      expect(codec.decode(sent).object).toEqual(shown);
    },
  );
});
