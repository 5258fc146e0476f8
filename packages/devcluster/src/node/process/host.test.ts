import { expect, test } from "vitest";
import { plainDirectory } from "./host.ts";

test.each([
  ["/tmp", "/tmp"],
  ["/var/folders/zz/x_y-1+2/T", "/var/folders/zz/x_y-1+2/T"],
  ["/home/Jane Doe/tmp", "/tmp"],
  ["/tmp/$HOME", "/tmp"],
  ["/tmp/it's", "/tmp"],
])("nodes keep their files in %s at %s", (folder, plain) => {
  expect(plainDirectory(folder)).toBe(plain);
});
