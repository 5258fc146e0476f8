import { Deployment } from "@kubewright/api/apps/v1";
import { expect, test } from "vitest";
import { Memcached } from "./edit/a/src/api/v1/memcached.ts";
import { FlowCluster } from "./flow-cluster.ts";
import { FlowProject } from "./flow-project.ts";
import { editsOf } from "./user-edits.ts";

const image = "example.com/memcached-operator:v0.0.1";
const sample = "config/samples/cache_v1_memcached.yaml";

test("flow A: an operator whose status has the names of its pods goes into the cluster, keeps it so, and goes", async () => {
  await using cluster = await FlowCluster.start();
  await using project = await FlowProject.begin(cluster.kubeconfig);
  await project.succeed("init", "--domain", "example.com", "--repo", "github.com/example/memcached-operator");
  await project.installPackages();
  const api = ["--group", "cache", "--version", "v1", "--kind", "Memcached", "--resource", "--controller"];
  expect(await project.succeed("create", "api", ...api)).toMatchObject({
    output: expect.stringMatching(/created +src\/api\/v1\/memcached\.ts\n[\s\S]*memcached-controller\.ts/),
  });
  await project.write(await editsOf("a"));
  await project.succeed("manifests");
  await project.succeed("generate");
  expect(await project.readYaml("config/crd/bases/cache.example.com_memcacheds.yaml")).toMatchObject({
    spec: {
      group: "cache.example.com",
      names: { kind: "Memcached", plural: "memcacheds" },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              properties: {
                spec: { properties: { size: { type: "integer", format: "int32", minimum: 1 } }, required: ["size"] },
                status: { properties: { nodes: { type: "array", items: { type: "string" } } } },
              },
            },
          },
        },
      ],
    },
  });

  expect(await project.succeed("install")).toMatchObject({
    output: "customresourcedefinition.apiextensions.k8s.io/memcacheds.cache.example.com created\n",
  });
  expect(await project.succeed("deploy", "--image", image)).toMatchObject({
    messages: expect.not.stringMatching(/^(error|warning)/im),
    output: expect.stringMatching(/deployment\.apps\/memcached-operator-controller-manager is available\n$/),
  });
  await project.edit(sample, "foo: bar", "size: 3");
  const memcached = await cluster.client.create(await project.readYaml<Memcached>(sample));
  await cluster.nodes(Memcached, "memcached-sample", 3);
  const { spec } = await cluster.client.get(Deployment, "memcached-sample");
  expect(spec.template.metadata?.labels).toEqual({ app: "memcached", memcached_cr: "memcached-sample" });
  expect(spec.template.spec?.containers).toMatchObject([
    {
      image: "memcached:1.4.36-alpine",
      command: ["memcached", "-m=64", "-o", "modern", "-v"],
      ports: [{ name: "memcached", containerPort: 11211 }],
    },
  ]);
  await cluster.putsBack("memcached-sample", 3);
  await cluster.refuses(memcached, 0, "greater than or equal to 1");

  await cluster.deletes(memcached);
  await project.succeed("undeploy");
  await project.succeed("uninstall", "--ignore-not-found");
  await cluster.isEmpty();
}, 180_000);
