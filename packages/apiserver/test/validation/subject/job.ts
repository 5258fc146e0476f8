import type { Change, Json, Subject } from "../subject.ts";

const template = { spec: { restartPolicy: "Never", containers: [{ name: "main", image: "busybox" }] } };

function job(name: string, spec: Json, more: Partial<Subject> = {}): Subject {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    resource: "jobs",
    isNamespaced: true,
    name,
    object: { spec },
    skipped: ["spec/template"],
    ...more,
  };
}

const jobChanges: readonly Change[] = [
  { spec: undefined },
  { "spec/template/spec/restartPolicy": undefined },
  { "spec/template/spec/restartPolicy": "Sometimes" },
  { "spec/template/spec/restartPolicy": "OnFailure" },
  { "spec/template/spec/containers": [] },
  { "spec/template/metadata": { labels: { "job-name": "other" } } },
  { "spec/manualSelector": true },
  { "spec/manualSelector": true, "spec/selector": { matchLabels: { a: "b" } } },
  { "spec/selector": { matchLabels: { a: "b" } } },
  { "spec/managedBy": "example" },
  { "spec/managedBy": `example.com/${"x".repeat(60)}` },
  { "spec/managedBy": "example.com/a b" },
  { "metadata/name": "Bad_Name" },
  { "metadata/name": "dotted.name" },
];

const updates: readonly Change[] = [
  { "spec/template/spec/containers/0/image": "other" },
  { "spec/template/spec/containers/0/resources": { limits: { cpu: "1" } } },
  { "spec/template/spec/nodeSelector": { a: "b" } },
  { "spec/template/spec/tolerations": [{ operator: "Exists" }] },
  { "spec/template/spec/affinity": { nodeAffinity: {}, podAffinity: {} } },
  { "spec/template/metadata/annotations": { a: "b" } },
  { "spec/completions": 9 },
  { "spec/completions": 9, "spec/parallelism": 9 },
  { "spec/suspend": true },
  { "spec/backoffLimit": 9 },
];

const conditions = (...types: readonly string[]): Json[] => types.map((type) => ({ type, status: "True" }));

const statusChanges: readonly Change[] = [
  { "status/conditions": conditions("Complete") },
  {
    "status/conditions": conditions("Complete", "SuccessCriteriaMet"),
    "status/completionTime": "2025-01-01T00:00:01Z",
  },
  { "status/conditions": conditions("Complete", "Failed", "FailureTarget", "SuccessCriteriaMet") },
  { "status/conditions": conditions("Failed") },
  { "status/conditions": conditions("Failed", "FailureTarget"), "status/active": 0, "status/ready": 0 },
  { "status/completionTime": "2024-01-01T00:00:00Z" },
  { "status/completedIndexes": "1,2" },
  { "status/completedIndexes": "2-1" },
  { "status/completedIndexes": "0-9" },
  { "status/failedIndexes": "1" },
  { "status/uncountedTerminatedPods": { succeeded: ["a", ""], failed: ["a"] } },
];

const status = { active: 2, ready: 1, succeeded: 1, failed: 1, terminating: 0, startTime: "2025-01-01T00:00:00Z" };

export const jobSubjects: readonly Subject[] = [
  job(
    "plain",
    {
      parallelism: 2,
      completions: 3,
      activeDeadlineSeconds: 60,
      backoffLimit: 4,
      ttlSecondsAfterFinished: 5,
      template,
    },
    { changes: jobChanges, updates, views: { status: { object: { status }, changes: statusChanges } } },
  ),
  job(
    "indexed",
    {
      completionMode: "Indexed",
      parallelism: 2,
      completions: 3,
      backoffLimitPerIndex: 1,
      maxFailedIndexes: 2,
      podReplacementPolicy: "Failed",
      managedBy: "example.com/manager",
      podFailurePolicy: {
        rules: [
          { action: "FailIndex", onExitCodes: { operator: "In", containerName: "main", values: [1, 2] } },
          { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] },
        ],
      },
      successPolicy: { rules: [{ succeededIndexes: "0,1-2", succeededCount: 2 }] },
      template,
    },
    {
      // Without completions, the reference breaks the connection.
      skipped: ["spec/template", "spec/completions"],
      changes: [
        { "spec/completions": -1 },
        { "spec/completions": 0 },
        { "spec/parallelism": 100_001 },
        { "spec/completions": 100_001, "spec/parallelism": 10_001, "spec/maxFailedIndexes": 10_001 },
        { "spec/completions": 100_001, "spec/maxFailedIndexes": undefined },
        { "spec/maxFailedIndexes": 4 },
        { "spec/backoffLimitPerIndex": undefined },
        { "spec/podFailurePolicy/rules/0/onExitCodes/values": [0, 2, 1, 1] },
        { "spec/podFailurePolicy/rules/0/onPodConditions": [{ type: "a b", status: "Maybe" }] },
        { "spec/podReplacementPolicy": "TerminatingOrFailed" },
        { "spec/template/spec/restartPolicy": "OnFailure" },
        { "spec/successPolicy/rules/0": {} },
        { "spec/successPolicy/rules/0/succeededIndexes": "0,x" },
        { "spec/successPolicy/rules/0/succeededIndexes": "0-1-2" },
        { "spec/successPolicy/rules/0/succeededIndexes": "2,1" },
        { "spec/successPolicy/rules/0/succeededIndexes": "5" },
        { "spec/successPolicy/rules/0/succeededCount": 4 },
        { "metadata/name": "x".repeat(62) },
      ],
      updates,
      views: {
        status: {
          object: { status: { ...status, completedIndexes: "0", failedIndexes: "1" } },
          changes: statusChanges,
        },
      },
    },
  ),
  job("suspended", { suspend: true, parallelism: 2, completions: 3, template }, { isByHand: true, updates }),
  {
    apiVersion: "batch/v1",
    kind: "CronJob",
    resource: "cronjobs",
    isNamespaced: true,
    name: "plain",
    object: {
      spec: {
        schedule: "*/5 1-3 * jan,feb sun",
        timeZone: "Europe/Berlin",
        startingDeadlineSeconds: 5,
        concurrencyPolicy: "Forbid",
        suspend: true,
        jobTemplate: { spec: { template, backoffLimit: 1 } },
        successfulJobsHistoryLimit: 1,
        failedJobsHistoryLimit: 2,
      },
    },
    skipped: ["spec/jobTemplate/spec/template"],
    changes: [
      ...[
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * * 13 *",
        "* * * * 7",
        "5-1 * * * *",
        "*/0 * * * *",
        "1-2-3 * * * *",
        "*/1/2 * * * *",
        "x * * * *",
        "-1 * * * *",
        "99999999999999999999 * * * *",
        "@hourly",
        "@every 5m",
        "@every x",
        "@every 5",
        "@often",
        "TZ=UTC * * * * *",
        "CRON_TZ=Nowhere * * * * *",
        "TZ=UTC",
        "0/15 * ? * MON-FRI",
        "  1   2 3 4 5 ",
      ].map((schedule) => ({ "spec/schedule": schedule })),
      ...["Local", "local", "Nowhere", "UTC", "utc", "US/Pacific", "EST5EDT", "../x", "-x", "a".repeat(15), "+01"].map(
        (timeZone) => ({ "spec/timeZone": timeZone }),
      ),
      { "spec/jobTemplate/spec/selector": { matchLabels: { a: "b" } } },
      { "spec/jobTemplate/spec/manualSelector": true },
      { "spec/jobTemplate/spec/template/spec/restartPolicy": "Always" },
      { "metadata/name": "x".repeat(53) },
      { "metadata/name": "dotted.name" },
    ],
  },
];
