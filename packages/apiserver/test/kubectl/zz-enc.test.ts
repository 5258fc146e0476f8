import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { OpenApiData } from "../../src/data/open-api-data.ts";
import { version2Protobuf } from "../../src/discovery/openapi/version2-protobuf.ts";
test("x", () => {
  const bytes = new OpenApiData().documentVersion2();
  const doc = JSON.parse(Buffer.from(bytes).toString());
  for (let i = 0; i < 3; i++) { const t = performance.now(); version2Protobuf(doc); console.log(performance.now() - t); }
  writeFileSync("/tmp/kc/v2-ours.pb", version2Protobuf(doc));
});
