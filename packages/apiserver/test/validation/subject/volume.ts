import type { Change, Json, Subject } from "../subject.ts";

const claimSpec = {
  accessModes: ["ReadWriteOnce"],
  selector: { matchLabels: { a: "b" } },
  resources: { requests: { storage: "1Gi" } },
  storageClassName: "class",
  volumeMode: "Filesystem",
  dataSource: { apiGroup: "example.com", kind: "Snapshot", name: "s" },
  dataSourceRef: { apiGroup: "example.com", kind: "Snapshot", name: "s" },
  volumeAttributesClassName: "attributes",
};

const volumes = [
  { name: "v", emptyDir: { sizeLimit: "1Gi" } },
  { name: "v", hostPath: { path: "/x", type: "Directory" } },
  { name: "v", gitRepo: { repository: "r", directory: "d" } },
  { name: "v", gcePersistentDisk: { pdName: "d", partition: 1 } },
  { name: "v", awsElasticBlockStore: { volumeID: "v", partition: 1 } },
  { name: "v", secret: { secretName: "s", defaultMode: 256, items: [{ key: "k", path: "p", mode: 256 }] } },
  { name: "v", nfs: { server: "s", path: "/p" } },
  {
    name: "v",
    iscsi: {
      targetPortal: "1.2.3.4:3260",
      iqn: "iqn.2001-04.com.example:storage.x",
      lun: 1,
      chapAuthSession: true,
      secretRef: { name: "s" },
      initiatorName: "iqn.2001-04.com.example:storage.x",
    },
  },
  { name: "v", glusterfs: { endpoints: "e", path: "p" } },
  { name: "v", flocker: { datasetName: "d" } },
  { name: "v", persistentVolumeClaim: { claimName: "c" } },
  { name: "v", rbd: { monitors: ["m"], image: "i" } },
  { name: "v", cinder: { volumeID: "v", secretRef: { name: "s" } } },
  { name: "v", cephfs: { monitors: ["m"] } },
  { name: "v", quobyte: { registry: "host:1,other:2", volume: "v", tenant: "t" } },
  {
    name: "v",
    downwardAPI: {
      defaultMode: 256,
      items: [
        { path: "labels", fieldRef: { fieldPath: "metadata.labels" }, mode: 256 },
        { path: "cpu", resourceFieldRef: { containerName: "main", resource: "limits.cpu" } },
      ],
    },
  },
  { name: "v", fc: { targetWWNs: ["w"], lun: 1 } },
  { name: "v", flexVolume: { driver: "d", options: { a: "b" } } },
  { name: "v", configMap: { name: "c", defaultMode: 256, items: [{ key: "k", path: "p", mode: 256 }] } },
  { name: "v", azureFile: { secretName: "s", shareName: "s" } },
  { name: "v", vsphereVolume: { volumePath: "v" } },
  { name: "v", photonPersistentDisk: { pdID: "p" } },
  { name: "v", portworxVolume: { volumeID: "v" } },
  { name: "v", azureDisk: { diskName: "d", diskURI: "https://x", cachingMode: "None", kind: "Dedicated" } },
  { name: "v", storageos: { volumeName: "v", volumeNamespace: "n", secretRef: { name: "s" } } },
  {
    name: "v",
    projected: {
      defaultMode: 256,
      sources: [
        { secret: { name: "s", items: [{ key: "k", path: "a", mode: 256 }] } },
        { configMap: { name: "c", items: [{ key: "k", path: "b" }] } },
        { downwardAPI: { items: [{ path: "c", fieldRef: { fieldPath: "metadata.name" } }] } },
        { serviceAccountToken: { audience: "a", expirationSeconds: 3600, path: "d" } },
      ],
    },
  },
  { name: "v", scaleIO: { gateway: "g", system: "s", volumeName: "v", secretRef: { name: "s" } } },
  { name: "v", csi: { driver: "example.com", nodePublishSecretRef: { name: "s" } } },
  { name: "v", ephemeral: { volumeClaimTemplate: { metadata: { labels: { a: "b" } }, spec: claimSpec } } },
  { name: "v", image: { reference: "r", pullPolicy: "Always" } },
] as const;

const changesOf: Readonly<Record<string, readonly Change[]>> = {
  emptyDir: [
    { "spec/volumes/0/emptyDir/sizeLimit": "-1" },
    { "spec/volumes/0/hostPath": { path: "/x" } },
    { "spec/volumes/0/cephfs": { monitors: [] }, "spec/volumes/0/downwardAPI": {}, "spec/volumes/0/storageos": {} },
    { "spec/volumes/0": { name: "v" } },
    { "spec/volumes/1": { name: "v", emptyDir: {} } },
    {
      "spec/volumes/1": { name: "w", emptyDir: {} },
      "spec/containers/0/volumeMounts": [{ name: "x", mountPath: "/x" }],
    },
  ],
  hostPath: [{ "spec/volumes/0/hostPath/path": "/a/../b" }],
  secret: [
    { "spec/volumes/0/secret/items/0/path": "../x" },
    { "spec/volumes/0/secret/items/0/path": "..x" },
    { "spec/volumes/0/secret/items/0/path": "/x" },
    { "spec/volumes/0/secret/items/1": { key: "l", path: "p/q" } },
  ],
  iscsi: [
    { "spec/volumes/0/iscsi/iqn": "eui.0123456789abcdef" },
    { "spec/volumes/0/iscsi/iqn": "naa.x" },
    { "spec/volumes/0/iscsi/targetPortal": "x".repeat(70) },
  ],
  flocker: [{ "spec/volumes/0/flocker": { datasetName: "a/b", datasetUUID: "c" } }],
  quobyte: [{ "spec/volumes/0/quobyte/tenant": "x".repeat(65) }, { "spec/volumes/0/quobyte/registry": "a:b:c" }],
  downwardAPI: [
    { "spec/volumes/0/downwardAPI/items/0/fieldRef/fieldPath": "spec.nodeName" },
    { "spec/volumes/0/downwardAPI/items/0/resourceFieldRef": { containerName: "main", resource: "limits.cpu" } },
  ],
  fc: [{ "spec/volumes/0/fc/wwids": ["x"] }, { "spec/volumes/0/fc": { wwids: ["x"] } }],
  flexVolume: [{ "spec/volumes/0/flexVolume/options": { "x.kubernetes.io/a": "b" } }],
  azureDisk: [
    { "spec/volumes/0/azureDisk/kind": "Managed" },
    { "spec/volumes/0/azureDisk/diskURI": "/subscriptions/x" },
  ],
  projected: [
    { "spec/volumes/0/projected/sources/1/configMap/items/0/path": "a" },
    { "spec/volumes/0/projected/sources/2/downwardAPI/items/0/path": "a" },
    { "spec/volumes/0/projected/sources/3/serviceAccountToken/expirationSeconds": 4294967297 },
    { "spec/volumes/0/projected/sources/3/serviceAccountToken/path": "../x" },
    { "spec/volumes/0/projected/sources/1/secret": { name: "s" } },
    { "spec/volumes/0/projected/sources/4": { clusterTrustBundle: { name: "x", path: "y" } } },
    { "spec/serviceAccountName": undefined },
  ],
  csi: [{ "spec/volumes/0/csi/driver": "x".repeat(64) }, { "spec/volumes/0/csi/nodePublishSecretRef/name": "A_" }],
  ephemeral: [
    { "spec/volumes/0/ephemeral/volumeClaimTemplate/metadata": { name: "x", finalizers: ["a/b"], uid: "u" } },
    { "spec/volumes/0/ephemeral/volumeClaimTemplate/spec/accessModes": ["ReadWriteOncePod", "ReadWriteOnce"] },
    { "spec/volumes/0/ephemeral/volumeClaimTemplate/spec/resources/requests/storage": "-1" },
    { "spec/volumes/0/ephemeral/volumeClaimTemplate/spec/resources/requests/storage": "100m" },
    { "spec/volumes/0/ephemeral/volumeClaimTemplate/spec/dataSourceRef/namespace": "other" },
    { "spec/volumes/1": { name: "w", persistentVolumeClaim: { claimName: "exam-ephemeral-v" } } },
    { "spec/volumes/0/name": "x".repeat(63), "metadata/name": "y".repeat(250) },
  ],
  image: [{ "spec/volumes/0/image": {} }],
};

function subjectOf(volume: Json): Subject {
  const member = Object.keys(volume)[1] as string;
  return {
    apiVersion: "v1",
    kind: "Pod",
    resource: "pods",
    isNamespaced: true,
    name: member.toLowerCase(),
    object: { spec: { containers: [{ name: "main", image: "i" }], serviceAccountName: "default", volumes: [volume] } },
    changes: changesOf[member] ?? [],
    skipped: ["spec/containers", "spec/serviceAccountName"],
    isOnlyCreated: true,
  };
}

export const volumeSubjects: readonly Subject[] = volumes.map(subjectOf);
