import { expect, test } from "vitest";
import { imageTagOf } from "./image-tag.ts";

test.each([
  ["nginx", "latest"],
  ["nginx:1.27", "1.27"],
  ["library/nginx:latest", "latest"],
  ["localhost/nginx", "latest"],
  ["registry.example:5000/team/app", "latest"],
  ["registry.example:5000/team/app:v1.2-rc_3", "v1.2-rc_3"],
  ["[2001:db8::1]:5000/app", "latest"],
  [`app@sha256:${"a".repeat(64)}`, ""],
  [`app:v1@sha256:${"a".repeat(64)}`, "v1"],
  ["a__b/c--d", "latest"],
  ["Registry/app", "latest"],
  ["REGISTRY.example/app", "latest"],
  ["team/App", ""],
  ["", ""],
  ["Nginx", ""],
  ["nginx:", ""],
  ["nginx:-x", ""],
  ["a___b", ""],
  ["a b", ""],
  ["a".repeat(64), ""],
])("the tag of %j is %j", (image, tag) => {
  expect(imageTagOf(image)).toBe(tag);
});
