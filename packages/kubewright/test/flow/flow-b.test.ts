import { isConditionTrue } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { Memcached } from "./edit/b/src/api/v1alpha1/memcached.ts";
import { FlowCluster, waiting } from "./flow-cluster.ts";
import { FlowProject } from "./flow-project.ts";
import { editsOf } from "./user-edits.ts";

const image = "example.com/memcached-operator:v0.0.1";
const crd = "config/crd/bases/cache.example.com_memcacheds.yaml";
const controller = "src/controller/memcached-controller.ts";

async function newProject(cluster: FlowCluster): Promise<FlowProject> {
  const project = await FlowProject.begin(cluster.kubeconfig);
  await project.succeed("init", "--domain=example.com");
  await project.installPackages();
  await project.succeed("create", "api", "--group", "cache", "--version", "v1alpha1", "--kind", "Memcached");
  await project.write(await editsOf("b"));
  return project;
}

test("flow B: an operator with conditions and limits is refused, told and mended, keeps its Deployment, and goes", async () => {
  await using cluster = await FlowCluster.start();
  await using project = await newProject(cluster);
  await project.succeed("generate");
  expect(await project.read("src/api/v1alpha1/zz_generated.kinds.ts")).toContain("export function isMemcached(");
  await project.succeed("manifests");
  expect(await project.readYaml(crd)).toMatchObject({ spec: { versions: [{ name: "v1alpha1", schema }] } });
  expect(await project.readYaml("config/samples/cache_v1alpha1_memcached.yaml")).toMatchObject({ kind: "Memcached" });
  expect(await project.readYaml("config/rbac/role.yaml")).toMatchObject({ rules });
  await project.succeed("install");

  // The operator has only what its markers ask for. Before it leads, it has not tried yet, and may be available for a moment.
  await project.edit(controller, /.*resources=deployments.*\n/, "");
  await project.succeed("manifests");
  const { messages } = await eventually(async () => {
    const said = await project.run("deploy", "--image", image, "--timeout", "3");
    expect(said.code).toBe(1);
    return said;
  }, waiting);
  expect(messages).toMatch(
    /deployments\.apps is forbidden: User "system:serviceaccount:\S+" cannot (list|watch) resource "deployments"/,
  );
  expect(messages).toContain("// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch\n");
  await project.write(await editsOf("b"));
  await project.succeed("manifests");
  expect(await project.succeed("deploy", "--image", image)).toMatchObject({
    output: expect.stringMatching(/clusterrole\S+manager-role configured\n[\s\S]* is available\n$/),
  });

  const memcached = await cluster.client.create(
    Memcached.of({ metadata: { name: "my-memcached", namespace: "default" }, spec: { size: 3 } }),
  );
  const labels = { "app.kubernetes.io/name": "memcached", "app.kubernetes.io/instance": "my-memcached" };
  await cluster.running(memcached, 3, labels);
  const states = await cluster.history(Memcached, memcached, ({ status }) =>
    isConditionTrue(status?.conditions, "Available"),
  );
  const available = { type: "Available", reason: "Reconciling" };
  const created = "Deployment for custom resource (my-memcached) with 3 replicas created successfully";
  expect(states.map(({ status }) => status?.conditions)).toMatchObject([
    [{ ...available, status: "Unknown", message: "Starting reconciliation" }],
    [{ ...available, status: "True", message: created }],
  ]);
  const { spec } = await cluster.client.get(Deployment, "my-memcached");
  expect(spec.strategy?.rollingUpdate).toEqual({ maxSurge: 0, maxUnavailable: 1 });
  expect(spec.template.spec).toMatchObject({
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        image: "memcached:1.6.26-alpine3.19",
        command: ["memcached", "--memory-limit=64", "-o", "modern", "-v"],
        securityContext: { runAsUser: 1001, allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
      },
    ],
  });
  await cluster.putsBack("my-memcached", 3);
  await cluster.refuses(memcached, 0, "greater than or equal to 1");
  await cluster.refuses(memcached, 4, "less than or equal to 3");

  await cluster.deletes(memcached);
  await project.succeed("undeploy");
  expect(await project.run("uninstall")).toMatchObject({ code: 1, messages: expect.stringContaining("not found: ") });
  await project.succeed("uninstall", "--ignore-not-found");
  await cluster.isEmpty();
}, 180_000);

const schema = {
  openAPIV3Schema: {
    properties: {
      spec: { properties: { size: { type: "integer", format: "int32", minimum: 1, maximum: 3 } } },
      status: {
        properties: {
          conditions: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["type"],
            items: {
              required: ["lastTransitionTime", "message", "reason", "status", "type"],
              properties: {
                lastTransitionTime: { type: "string", format: "date-time" },
                message: { type: "string", maxLength: 32768 },
                observedGeneration: { type: "integer", format: "int64", minimum: 0 },
                reason: {
                  type: "string",
                  maxLength: 1024,
                  minLength: 1,
                  pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
                },
                status: { type: "string", enum: ["True", "False", "Unknown"] },
                type: {
                  type: "string",
                  maxLength: 316,
                  pattern:
                    "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
                },
              },
            },
          },
        },
      },
    },
  },
};

const rules = [
  { apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"] },
  { apiGroups: ["apps"], resources: ["deployments"] },
  { apiGroups: ["cache.example.com"], resources: ["memcacheds"] },
  { apiGroups: ["cache.example.com"], resources: ["memcacheds/finalizers"], verbs: ["update"] },
  { apiGroups: ["cache.example.com"], resources: ["memcacheds/status"], verbs: ["get", "patch", "update"] },
  { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
];
