import { expect, test } from "vitest";
import type { ClusterController, ControllerName } from "../controller/cluster-controller.ts";
import { selectControllers } from "./select-controllers.ts";

const all: ClusterController[] = (
  ["deployment-controller", "replicaset-controller", "scheduler"] satisfies ControllerName[]
).map((name) => ({ name, addTo() {} }));

test.each([
  [["*"], ["deployment-controller", "replicaset-controller", "scheduler"]],
  [
    ["*", "-scheduler"],
    ["deployment-controller", "replicaset-controller"],
  ],
  [["scheduler"], ["scheduler"]],
  [["scheduler", "-scheduler"], []],
  [[], []],
])("%j selects %j", (list, names) => {
  expect(selectControllers(all, list).map(({ name }) => name)).toEqual(names);
});

test("a name that there is not is refused with those that there are", () => {
  expect(() => selectControllers(all, ["*", "-job-controller"])).toThrow(
    'controllers: there is no "job-controller"; known are deployment-controller, replicaset-controller, scheduler, and * for all',
  );
});
