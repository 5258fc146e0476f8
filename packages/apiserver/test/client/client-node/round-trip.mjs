// Does with the server of the kubeconfig what programs with the official client do, and prints what came of it.
// The client is found from the folder that this runs in.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(join(process.cwd(), "package.json"));
const {
  ApiException,
  ApiextensionsV1Api,
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  VersionApi,
  Watch,
} = await import(pathToFileURL(resolve("@kubernetes/client-node")).href);

const namespace = "client-node";
const group = "node.example.com";

function say(what, value) {
  process.stdout.write(`${what} ${JSON.stringify(value)}\n`);
}

async function fails(what, call) {
  try {
    await call();
    say(what, "did not fail");
  } catch (error) {
    if (!(error instanceof ApiException)) throw error;
    const { code, reason, message } = JSON.parse(error.body);
    say(what, { code, reason, message });
  }
}

/** The first events of a watch, as `show` shows their objects. */
async function follow(config, path, query, count, show, act) {
  const events = [];
  let controller;
  const done = new Promise((fulfil, reject) => {
    const onEvent = (type, object) => {
      events.push([type, show(object)]);
      if (events.length === count) fulfil();
    };
    const onEnd = (error) => (error === null || events.length >= count ? fulfil() : reject(error));
    controller = new Watch(config).watch(path, { timeoutSeconds: 20, ...query }, onEvent, onEnd);
  });
  const opened = await controller;
  await act();
  await done;
  opened.abort();
  return events;
}

async function configMaps(config) {
  const api = config.makeApiClient(CoreV1Api);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const { metadata } = await api.listNamespacedConfigMap({ namespace });
  const query = { resourceVersion: metadata.resourceVersion };
  const events = await follow(
    config,
    path,
    query,
    3,
    (item) => [item.metadata.name, item.data],
    async () => {
      const body = { metadata: { name: "one", labels: { a: "b" } }, data: { x: "1" } };
      const made = await api.createNamespacedConfigMap({ namespace, body, fieldValidation: "Strict" });
      say("created", [made.apiVersion, made.kind, made.metadata.name, made.metadata.namespace, made.data]);
      say("time", made.metadata.creationTimestamp instanceof Date);
      await fails("created again", () => api.createNamespacedConfigMap({ namespace, body }));
      const patch = { namespace, name: "one", body: { data: { y: "2" } } };
      const merge = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
      const patched = await api.patchNamespacedConfigMap(patch, merge);
      say("patched", patched.data);
      const listed = await api.listNamespacedConfigMap({ namespace, labelSelector: "a=b", limit: 1 });
      say(
        "listed",
        listed.items.map((item) => item.metadata.name),
      );
      await fails("replaced late", () => api.replaceNamespacedConfigMap({ namespace, name: "one", body: made }));
      await fails("read none", () => api.readNamespacedConfigMap({ namespace, name: "none" }));
      const deleted = await api.deleteNamespacedConfigMap({ namespace, name: "one" });
      say("deleted", [deleted.status, deleted.details.kind, deleted.details.name]);
    },
  );
  say("followed", events);
}

async function deployments(config) {
  const api = config.makeApiClient(AppsV1Api);
  const name = "web";
  const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "main", image: "nginx:1" }] } };
  const body = { metadata: { name }, spec: { selector: { matchLabels: { app: "web" } }, template } };
  const made = await api.createNamespacedDeployment({ namespace, body });
  say("created", [made.spec.replicas, made.spec.strategy, made.metadata.generation]);
  const strategic = setHeaderOptions("Content-Type", PatchStrategy.StrategicMergePatch);
  const patch = (change) => ({ namespace, name, body: change });
  const scale = await api.patchNamespacedDeploymentScale(patch({ spec: { replicas: 3 } }), strategic);
  say("scaled", [scale.kind, scale.spec.replicas, scale.status.selector]);
  const status = { replicas: 3, readyReplicas: 2, observedGeneration: 2 };
  const shown = await api.patchNamespacedDeploymentStatus(patch({ status }), strategic);
  say("status", [shown.status.readyReplicas, shown.metadata.generation]);
  const side = { spec: { template: { spec: { containers: [{ name: "side", image: "busybox" }] } } } };
  const merged = await api.patchNamespacedDeployment(patch(side), strategic);
  say(
    "merged",
    merged.spec.template.spec.containers.map((container) => container.name),
  );
  await fails("wrong", () => api.patchNamespacedDeployment(patch({ spec: { selector: null } }), strategic));
  const deleted = await api.deleteNamespacedDeployment({ namespace, name, propagationPolicy: "Background" });
  say("deleted", deleted.status);
}

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `gadgets.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "gadgets", singular: "gadget", kind: "Gadget" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", properties: { size: { type: "integer", minimum: 1, _default: 1 } } },
              status: { type: "object", x_kubernetes_preserve_unknown_fields: true },
            },
          },
        },
      },
    ],
  },
};

async function customObjects(config) {
  const extensions = config.makeApiClient(ApiextensionsV1Api);
  await extensions.createCustomResourceDefinition({ body: definition });
  let established;
  while (established === undefined) {
    const { status } = await extensions.readCustomResourceDefinition({ name: `gadgets.${group}` });
    established = status?.conditions?.find(({ type, status: is }) => type === "Established" && is === "True");
  }
  say("established", established.reason);

  const api = config.makeApiClient(CustomObjectsApi);
  const place = { group, version: "v1", namespace, plural: "gadgets" };
  const gadget = { apiVersion: `${group}/v1`, kind: "Gadget", metadata: { name: "one" }, spec: {} };
  const made = await api.createNamespacedCustomObject({ ...place, body: gadget });
  say("created", [made.spec, made.metadata.generation]);
  const { metadata } = await api.listNamespacedCustomObject(place);
  const path = `/apis/${group}/v1/namespaces/${namespace}/gadgets`;
  const query = { resourceVersion: metadata.resourceVersion };
  const events = await follow(
    config,
    path,
    query,
    3,
    ({ spec, status }) => [spec, status],
    async () => {
      const merge = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
      const patch = (change) => ({ ...place, name: "one", body: change });
      say("patched", (await api.patchNamespacedCustomObject(patch({ spec: { size: 2 } }), merge)).spec);
      say("status", (await api.patchNamespacedCustomObjectStatus(patch({ status: { a: 1 } }), merge)).status);
      await fails("wrong", () => api.patchNamespacedCustomObject(patch({ spec: { size: 0 } }), merge));
      say("deleted", (await api.deleteNamespacedCustomObject({ ...place, name: "one" })).status);
    },
  );
  say("followed", events);

  const objects = KubernetesObjectApi.makeApiClient(config);
  const wanted = { ...gadget, metadata: { name: "two", namespace }, spec: { size: 5 } };
  const apply = [undefined, undefined, "script", true, PatchStrategy.ServerSideApply];
  const applied = await objects.patch(wanted, ...apply);
  say("applied", [applied.spec, applied.metadata.managedFields.map(({ operation }) => operation)]);
  say(
    "found",
    (await objects.list(`${group}/v1`, "Gadget", namespace)).items.map(({ metadata: { name } }) => name),
  );
  await extensions.deleteCustomResourceDefinition({ name: `gadgets.${group}` });
}

/** Lists, then watches: what a program sees that keeps a cache. */
async function informer(config) {
  const api = config.makeApiClient(CoreV1Api);
  const list = () => api.listNamespacedSecret({ namespace });
  await api.createNamespacedSecret({ namespace, body: { metadata: { name: "old" }, stringData: { a: "b" } } });
  const informed = makeInformer(config, `/api/v1/namespaces/${namespace}/secrets`, list);
  const seen = [];
  const complete = new Promise((fulfil, reject) => {
    informed.on("error", reject);
    for (const verb of ["add", "update", "delete"]) {
      informed.on(verb, ({ metadata: { name } }) => {
        seen.push([verb, name]);
        if (verb === "delete") fulfil();
      });
    }
  });
  await informed.start();
  await api.createNamespacedSecret({ namespace, body: { metadata: { name: "new" } } });
  await api.deleteNamespacedSecret({ namespace, name: "old" });
  await complete;
  await informed.stop();
  say("informed", seen);
}

const config = new KubeConfig();
config.loadFromDefault();
const { major, minor } = await config.makeApiClient(VersionApi).getCode();
say("version", [major, minor]);
await config.makeApiClient(CoreV1Api).createNamespace({ body: { metadata: { name: namespace } } });
await configMaps(config);
await deployments(config);
await customObjects(config);
await informer(config);
say("done", process.argv.slice(2));
