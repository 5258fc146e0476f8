import { fileURLToPath } from "node:url";
import { runCodegen } from "@kubewright/codegen";
import { expect, test } from "vitest";

// Made again with: npx kubewright manifests crd rbac:roleName=memcached-operator paths=./examples/memcached output:dir=examples/memcached/manifests
test("the manifests are those of the types and markers", async () => {
  const { problems, files, leftovers } = await runCodegen({
    options: ["crd", "rbac:roleName=memcached-operator", "paths=.", "output:dir=manifests"],
    folder: fileURLToPath(new URL(".", import.meta.url)),
    isCheck: true,
  });
  expect(problems).toEqual([]);
  expect(files.map(({ path, change }) => [path, change])).toEqual([
    ["manifests/cache.example.com_memcacheds.yaml", "unchanged"],
    ["manifests/role.yaml", "unchanged"],
  ]);
  expect(leftovers).toEqual([]);
});
