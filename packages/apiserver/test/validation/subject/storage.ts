import type { Subject } from "../subject.ts";

const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  resource: "persistentvolumeclaims",
  isNamespaced: true,
} as const;
const volume = {
  apiVersion: "v1",
  kind: "PersistentVolume",
  resource: "persistentvolumes",
  isNamespaced: false,
} as const;
const secretRef = { name: "s", namespace: "default" };
const iqn = "iqn.2001-04.com.example:storage.disk1";

/** What volumes can be made of. */
const sources: Readonly<Record<string, object>> = {
  hostPath: { path: "/data", type: "Directory" },
  gcePersistentDisk: { pdName: "d", partition: 1 },
  awsElasticBlockStore: { volumeID: "v", partition: 1 },
  glusterfs: { endpoints: "e", path: "p", endpointsNamespace: "default" },
  flocker: { datasetName: "d" },
  nfs: { server: "s", path: "/p" },
  rbd: { monitors: ["m"], image: "i" },
  quobyte: { registry: "r:1", volume: "v" },
  cephfs: { monitors: ["m"] },
  iscsi: { targetPortal: "1.2.3.4:3260", iqn, lun: 1, chapAuthSession: true, secretRef, initiatorName: iqn },
  cinder: { volumeID: "v", secretRef },
  fc: { targetWWNs: ["w"], lun: 1 },
  flexVolume: { driver: "example.com/d", options: { a: "b" } },
  azureFile: { secretName: "s", shareName: "s", secretNamespace: "default" },
  vsphereVolume: { volumePath: "p" },
  photonPersistentDisk: { pdID: "d" },
  portworxVolume: { volumeID: "v" },
  azureDisk: { diskName: "d", diskURI: "https://x/d", cachingMode: "None", kind: "Shared" },
  scaleIO: { gateway: "g", system: "s", volumeName: "v", secretRef },
  storageos: { volumeName: "v", volumeNamespace: "n", secretRef: { name: "s", namespace: "n" } },
  csi: {
    driver: "csi.example.com",
    volumeHandle: "h",
    fsType: "ext4",
    controllerPublishSecretRef: secretRef,
    nodeExpandSecretRef: secretRef,
  },
};

export const storageSubjects: readonly Subject[] = [
  {
    ...claim,
    name: "plain",
    object: {
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" } },
        selector: { matchLabels: { a: "b" } },
        storageClassName: "fast",
        volumeMode: "Filesystem",
        dataSource: { kind: "PersistentVolumeClaim", name: "other" },
      },
    },
    // Whether lists and maps are empty or absent is not told apart.
    skipped: ["spec/selector", "spec/resources", "spec/dataSource"],
    changes: [
      { "spec/accessModes": ["ReadWriteOnce", "ReadWriteOncePod"] },
      { "spec/accessModes": ["ReadWriteMany"] },
      { "spec/resources": undefined },
      { "spec/resources/requests/storage": "0" },
      { "spec/resources/requests/storage": "-1Gi" },
      { "spec/resources/requests/storage": "2Gi" },
      { "spec/resources/requests/storage": "1Mi" },
      { "spec/resources/requests/storage": "1500m" },
      { "spec/resources/limits": { storage: "1500m" } },
      { "spec/selector/matchExpressions": [{ key: "c", operator: "Like" }] },
      { "spec/selector": { matchLabels: { "not good": "b" } } },
      { "spec/dataSource/kind": "VolumeSnapshot" },
      { "spec/dataSource": { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "s" } },
      { "spec/dataSource": { apiGroup: "Not Good", kind: "VolumeSnapshot", name: "s" } },
      { "spec/dataSource/name": "" },
      { "spec/dataSourceRef": { kind: "PersistentVolumeClaim", name: "another" } },
      { "spec/dataSourceRef": { kind: "PersistentVolumeClaim", name: "other" } },
      { "spec/volumeAttributesClassName": "gold" },
      { "spec/volumeAttributesClassName": "Not Good" },
      { "spec/volumeName": "v" },
      { "metadata/annotations": { "volume.beta.kubernetes.io/storage-class": "x" } },
    ],
    views: {
      status: {
        object: {
          status: {
            phase: "Bound",
            capacity: { storage: "1Gi" },
            accessModes: ["ReadWriteOnce"],
            allocatedResources: { storage: "1Gi" },
            allocatedResourceStatuses: { storage: "NodeResizePending" },
          },
        },
        changes: [
          { "status/capacity/storage": "-1" },
          { "status/allocatedResources": { cpu: "1" } },
          { "status/allocatedResources": { "example.com/x": "1", "not good": "1" } },
          { "status/allocatedResourceStatuses": { storage: "Other", cpu: "NodeResizePending" } },
        ],
      },
    },
  },
  {
    ...claim,
    name: "open",
    isByHand: true,
    object: { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
    changes: [
      { "spec/storageClassName": "fast" },
      { "spec/storageClassName": "" },
      { "spec/volumeName": "v" },
      { "spec/volumeMode": "Block" },
      { "spec/accessModes": ["ReadOnlyMany"], "spec/storageClassName": "fast" },
    ],
  },
  ...Object.entries(sources).map(
    ([source, value]): Subject => ({
      ...volume,
      name: source.toLowerCase(),
      object: {
        spec: {
          capacity: { storage: "1Gi" },
          accessModes: ["ReadWriteOnce"],
          volumeMode: "Filesystem",
          [source]: value,
        },
      },
      // Whether maps are empty or absent is not told apart.
      skipped: ["spec/capacity", "spec/accessModes", "spec/volumeMode", "spec/flexVolume/options"],
      changes: [
        { "spec/nfs": sources.nfs },
        { "spec/csi": sources.csi },
        { "spec/mountOptions": ["a"] },
        { "metadata/annotations": { "volume.beta.kubernetes.io/mount-options": "a" } },
      ],
    }),
  ),
  {
    ...volume,
    name: "local",
    object: {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        persistentVolumeReclaimPolicy: "Retain",
        storageClassName: "local",
        volumeMode: "Block",
        local: { path: "/data" },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "beta.kubernetes.io/os", operator: "In", values: ["linux"] }] },
            ],
          },
        },
      },
    },
    skipped: ["spec/capacity"],
    changes: [
      { "spec/capacity": undefined },
      { "spec/capacity": { cpu: "1" } },
      { "spec/capacity": { storage: "1", cpu: "1" } },
      { "spec/capacity": { storage: "-1" } },
      { "spec/capacity": { storage: "0" } },
      { "spec/capacity": { storage: "2Gi" } },
      { "spec/local/path": "/a/../b" },
      { "spec/nodeAffinity/required/nodeSelectorTerms/0/matchExpressions/0/key": "kubernetes.io/os" },
      { "spec/persistentVolumeReclaimPolicy": "Recycle" },
      { "spec/persistentVolumeReclaimPolicy": "Delete" },
      { "spec/volumeAttributesClassName": "gold" },
      { "spec/claimRef": { kind: "PersistentVolumeClaim", namespace: "default", name: "c" } },
      { "metadata/annotations": { "volume.beta.kubernetes.io/storage-class": "x" } },
      { "spec/local": undefined, "spec/hostPath": { path: "/" }, "spec/persistentVolumeReclaimPolicy": "Recycle" },
    ],
  },
];
