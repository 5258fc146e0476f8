import { expect, test } from "vitest";
import { nicenessOf } from "./niceness.ts";

test.each([
  [undefined, 5],
  [{}, 5],
  [{ requests: { memory: "1Gi" } }, 5],
  [{ requests: { cpu: "0" } }, 5],
  [{ requests: { cpu: "100m" } }, 5],
  [{ requests: { cpu: "500m" } }, 3],
  [{ limits: { cpu: "500m" } }, 3],
  [{ requests: { cpu: "1" }, limits: { cpu: "2" } }, 0],
  [{ requests: { cpu: 4 } }, 0],
])("a container with the resources %j has the niceness %d", (resources, niceness) => {
  expect(nicenessOf(resources === undefined ? {} : { resources: resources as never })).toBe(niceness);
});
