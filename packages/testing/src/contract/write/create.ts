import assert from "node:assert/strict";
import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap, Namespace, Secret, Service } from "@kubewright/api/core/v1";
import { ClusterRole } from "@kubewright/api/rbac/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused } from "../fixture/answer.ts";
import { configMap, deployment, service } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";

const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with " +
  "an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Making objects. */
export const createCases: ContractCase[] = contractCases("create", {
  "keeps what was sent and adds uid, version and creation time": async ({ client, namespace }) => {
    const meta = { labels: { app: "web" }, annotations: { "example.com/note": "kept" } };
    const created = await client.create(configMap(namespace, "web", { ...meta, data: { key: "value" } }));
    assert.deepEqual(created.metadata.labels, meta.labels);
    assert.deepEqual(created.metadata.annotations, meta.annotations);
    assert.deepEqual(created.data, { key: "value" });
    assert.match(created.metadata.uid ?? "", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.match(created.metadata.resourceVersion ?? "", /^[1-9][0-9]*$/);
    assert.match(created.metadata.creationTimestamp ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual(await client.get(ConfigMap, created.metadata), created);
  },

  "answers 201 with the stored object": async ({ client, namespace }) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const answer = await ask(client, "POST", path, { body: configMap(namespace, "web") });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.json(), await client.get(ConfigMap, { namespace, name: "web" }));
  },

  "gives a service an address of its own, unless it wants none": async ({ client, namespace }) => {
    const first = await client.create(service(namespace, "first"));
    const second = await client.create(service(namespace, "second"));
    for (const { spec } of [first, second]) {
      const address = spec?.clusterIP ?? "";
      assert.match(address, /^\d+(\.\d+){3}$|^[\da-f:]+$/);
      assert.equal(spec?.clusterIPs?.[0], address);
      assert.equal(spec?.ipFamilies?.[0], address.includes(":") ? "IPv6" : "IPv4");
    }
    assert.notEqual(first.spec?.clusterIP, second.spec?.clusterIP);
    const headless = await client.create(
      Service.of({ metadata: { namespace, name: "headless" }, spec: { clusterIP: "None", ports: [{ port: 80 }] } }),
    );
    assert.deepEqual([headless.spec?.clusterIP, headless.spec?.clusterIPs], ["None", ["None"]]);
  },

  "completes a service": async ({ client, namespace }) => {
    const { spec, status } = await client.create(service(namespace, "web"));
    assert.deepEqual(spec?.ports, [{ protocol: "TCP", port: 80, targetPort: 80 }]);
    assert.deepEqual([spec?.type, spec?.sessionAffinity], ["ClusterIP", "None"]);
    assert.deepEqual(status, { loadBalancer: {} });
  },

  "makes a namespace active, to be finalized by Kubernetes": async ({ client, namespace }) => {
    const created = await client.create(Namespace.of({ metadata: { name: `${namespace}-other` } }));
    assert.deepEqual(created.spec, { finalizers: ["kubernetes"] });
    assert.deepEqual(created.status, { phase: "Active" });
    assert.equal(created.metadata.finalizers, undefined);
    assert.deepEqual(await client.get(Namespace, created.metadata), created);
  },

  "ignores uid and times in the body": async ({ client, namespace }) => {
    const past = "2001-01-01T00:00:00Z";
    const mine = { uid: "mine", creationTimestamp: past, deletionTimestamp: past, deletionGracePeriodSeconds: 5 };
    const { metadata } = await client.create(configMap(namespace, "web", mine));
    assert.notEqual(metadata.uid, "mine");
    assert.notEqual(metadata.creationTimestamp, past);
    assert.equal(metadata.deletionTimestamp, undefined);
    assert.equal(metadata.deletionGracePeriodSeconds, undefined);
  },

  "refuses a name that is taken": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const status = await refused(client.create(configMap(namespace, "web", { data: { other: "1" } })), {
      code: 409,
      reason: "AlreadyExists",
      message: 'configmaps "web" already exists',
    });
    assert.deepEqual(status.details, { name: "web", kind: "configmaps" });
    assert.deepEqual((await client.get(ConfigMap, { namespace, name: "web" })).data, { a: "1" });
  },

  "completes a generateName with five characters, each time others": async ({ client, namespace }) => {
    const unnamed = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, generateName: "job-" } };
    const [first, second] = await Promise.all([client.create(unnamed), client.create(unnamed)]);
    assert.match(first.metadata.name, /^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    assert.match(second.metadata.name, /^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    assert.notEqual(first.metadata.name, second.metadata.name);
    assert.equal(first.metadata.generateName, "job-");
  },

  "shortens a long generateName to make room": async ({ client, namespace }) => {
    const generateName = "x".repeat(70);
    const unnamed = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, generateName } };
    const { metadata } = await client.create(unnamed);
    assert.match(metadata.name, /^x{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  },

  "refuses an object with neither name nor generateName": async ({ client, namespace }) => {
    await askRefused(
      client,
      "POST",
      `/api/v1/namespaces/${namespace}/configmaps`,
      { body: { apiVersion: "v1", kind: "ConfigMap", metadata: {} } },
      {
        code: 422,
        reason: "Invalid",
        message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
      },
    );
  },

  "refuses a name that is not a DNS subdomain, and says the rule": async ({ client, namespace }) => {
    const status = await refused(client.create(configMap(namespace, "Not_A_Name")), {
      code: 422,
      reason: "Invalid",
      message: `ConfigMap "Not_A_Name" is invalid: metadata.name: Invalid value: "Not_A_Name": ${subdomainRule}`,
    });
    assert.deepEqual(status.details, {
      name: "Not_A_Name",
      kind: "ConfigMap",
      causes: [
        {
          reason: "FieldValueInvalid",
          message: `Invalid value: "Not_A_Name": ${subdomainRule}`,
          field: "metadata.name",
        },
      ],
    });
  },

  "names each problem of a label as a cause": async ({ client, namespace }) => {
    const status = await refused(client.create(configMap(namespace, "web", { labels: { "a b": "c d" } })), {
      code: 422,
      reason: "Invalid",
      message:
        /^ConfigMap "web" is invalid: \[metadata.labels: Invalid value: "a b": .*, metadata.labels: Invalid value: "c d": .*\]$/,
    });
    assert.deepEqual(
      status.details?.causes?.map(({ reason, field }) => `${reason} ${field}`),
      ["FieldValueInvalid metadata.labels", "FieldValueInvalid metadata.labels"],
    );
  },

  "names each field that is missing as a cause, with group and kind": async ({ client, namespace }) => {
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const body = { ...deployment(namespace, "web"), spec: {} };
    const status = await askRefused(
      client,
      "POST",
      path,
      { body },
      {
        code: 422,
        reason: "Invalid",
        message:
          'Deployment.apps "web" is invalid: [spec.selector: Required value, ' +
          "spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`, " +
          "spec.template.spec.containers: Required value]",
      },
    );
    assert.equal(status.details?.group, "apps");
    assert.equal(status.details?.kind, "Deployment");
    assert.deepEqual(status.details?.causes?.[0], {
      reason: "FieldValueRequired",
      message: "Required value",
      field: "spec.selector",
    });
  },

  "refuses a resourceVersion": async ({ client, namespace }) => {
    await refused(client.create(configMap(namespace, "web", { resourceVersion: "5" })), {
      code: 500,
      message: "resourceVersion should not be set on objects to be created",
    });
  },

  "refuses a namespace that does not exist": async ({ client, namespace }) => {
    const status = await refused(client.create(configMap(`${namespace}-not`, "web")), {
      code: 404,
      reason: "NotFound",
      message: `namespaces "${namespace}-not" not found`,
    });
    assert.deepEqual(status.details, { name: `${namespace}-not`, kind: "namespaces" });
  },

  "refuses a namespace in the body that is not that of the path": async ({ client, namespace }) => {
    await askRefused(
      client,
      "POST",
      `/api/v1/namespaces/${namespace}/configmaps`,
      { body: configMap("other", "web") },
      {
        code: 400,
        reason: "BadRequest",
        message: "the namespace of the provided object does not match the namespace sent on the request",
      },
    );
  },

  "fills in what the kind has defaults for": async ({ client, namespace }) => {
    const { spec } = await client.create(deployment(namespace, "web"));
    assert.equal(spec?.replicas, 1);
    assert.equal(spec.revisionHistoryLimit, 10);
    assert.equal(spec.progressDeadlineSeconds, 600);
    assert.deepEqual(spec.strategy, {
      type: "RollingUpdate",
      rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" },
    });
    assert.equal(spec.template.spec?.restartPolicy, "Always");
    assert.equal(spec.template.spec.containers[0]?.imagePullPolicy, "IfNotPresent");
  },

  "folds stringData of a Secret into data": async ({ client, namespace }) => {
    const secret = Secret.of({ metadata: { namespace, name: "web" }, stringData: { user: "admin" } });
    const created = await client.create(secret);
    assert.deepEqual(created.data, { user: "YWRtaW4=" });
    assert.equal(created.stringData, undefined);
    assert.equal(created.type, "Opaque");
  },

  "keeps microseconds where the kind has them": async ({ client, namespace }) => {
    const renewTime = "2025-01-01T00:00:00.123456Z";
    const created = await client.create(Lease.of({ metadata: { namespace, name: "web" }, spec: { renewTime } }));
    assert.equal(created.spec?.renewTime, renewTime);
  },

  "finds an object by a name that needs escaping": async ({ client, namespace }) => {
    const name = `contract:${namespace} a+b&c=d?é#`;
    const role = await client.create(ClusterRole.of({ metadata: { name }, rules: [] }));
    assert.equal(role.metadata.name, name);
    assert.equal((await client.get(ClusterRole, { name })).metadata.uid, role.metadata.uid);
    await client.delete(ClusterRole, { name });
    assert.equal(await client.find(ClusterRole, { name }), undefined);
  },

  "refuses two controllers": async ({ client, namespace }) => {
    const reference = { apiVersion: "v1", kind: "ConfigMap", controller: true };
    const ownerReferences = [
      { ...reference, name: "a", uid: "1" },
      { ...reference, name: "b", uid: "2" },
    ];
    await refused(client.create(configMap(namespace, "web", { ownerReferences })), {
      code: 422,
      reason: "Invalid",
      message:
        /Only one reference can have Controller set to true. Found "true" in references for ConfigMap\/a and ConfigMap\/b$/,
    });
  },

  "refuses a finalizer without a domain": async ({ client, namespace }) => {
    await refused(client.create(configMap(namespace, "web", { finalizers: ["mine"] })), {
      code: 422,
      reason: "Invalid",
      message:
        'ConfigMap "web" is invalid: metadata.finalizers[0]: Invalid value: "mine": ' +
        "name is neither a standard finalizer name nor is it fully qualified",
    });
  },

  "records who set which field": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"), { fieldManager: "author" });
    const [entry, ...others] = metadata.managedFields ?? [];
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...entry, time: undefined },
      {
        manager: "author",
        operation: "Update",
        apiVersion: "v1",
        time: undefined,
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { ".": {}, "f:a": {} } },
      },
    );
  },
});
