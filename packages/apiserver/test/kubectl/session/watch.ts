import { type KubectlSession, line } from "../command.ts";

const job = `apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}}
`;

const event = `apiVersion: v1
kind: Event
metadata: {name: now}
involvedObject: {apiVersion: v1, kind: Pod, name: lone, namespace: watch}
reason: Seen
message: it was seen
type: Normal
lastTimestamp: "2020-01-01T00:10:00Z"
`;

export const watchSession: KubectlSession = {
  name: "watch",
  files: { "event.yaml": event, "later.yaml": event.replace("{name: now}", "{name: later}") },
  commands: [
    line("create configmap one --from-literal=a=1"),
    line("get configmap one -w", {
      watch: { before: 2, meanwhile: ["label configmap one a=b", "delete configmap one"], after: 4 },
    }),
    line("create configmap three --from-literal=a=1"),
    line("get configmap -w --output-watch-events", {
      watch: { before: 2, meanwhile: ["create configmap two", "label configmap two a=b", "delete cm two"], after: 5 },
    }),
    line("label configmap three a=b"),
    line("get configmap -w -l a=b -o name", {
      watch: { before: 1, meanwhile: ["label configmap three a-", "label configmap three a=b"], after: 3 },
    }),
    line('get configmap three -w -o jsonpath={.data.a}{"\\n"}', {
      watch: { before: 1, meanwhile: ['patch cm three -p \'{"data":{"a":"2"}}\''], after: 2 },
    }),
    line("get configmap -w -o custom-columns=NAME:.metadata.name,A:.data.a", {
      watch: { before: 2, meanwhile: ["create configmap four --from-literal=a=4"], after: 3 },
    }),
    line("get configmap three -w -o json --output-watch-events", {
      watch: { before: 1, meanwhile: ["label cm three x=y"], after: 2 },
    }),
    line("create -f event.yaml"),
    line("events -w", { watch: { before: 2, meanwhile: ["create -f later.yaml"], after: 3 } }),
    line("get events -w", { watch: { before: 3, meanwhile: ["delete event later"], after: 4 } }),
    line("get pods,configmaps -w"),
    line("get configmap three -w --request-timeout=1s"),
    line("wait configmap/three --for=jsonpath={.data.a}=2 --timeout=5s"),
    line("wait configmap/three --for=jsonpath={.data.a}=3 --timeout=2s"),
    line("wait configmap/three --for=jsonpath={.data.a} --timeout=5s"),
    line("wait configmap/nobody --for=delete --timeout=1s"),
    line("wait configmap/three --for=delete --timeout=2s"),
    line("wait configmap/nobody --for=create --timeout=1s"),
    line("wait configmap/three --for=create --timeout=1s"),
    line("wait configmap/nobody --for=condition=Ready --timeout=1s"),
    line("wait configmap --all --for=jsonpath={.data.a}=2 --timeout=2s"),
    line("wait configmap -l a=nobody --for=delete --timeout=1s"),
    line("create -f -", { input: job }),
    line("wait job/once --for=condition=Complete --timeout=2s"),
    line(
      "patch job once --subresource=status --type=merge -p " +
        '\'{"status":{"startTime":"2020-01-01T00:00:00Z","conditions":[{"type":"Suspended","status":"True"}]}}\'',
    ),
    line("wait job/once --for=condition=Suspended --timeout=5s"),
    line("wait job/once --for=condition=suspended=false --timeout=2s"),
    line("wait job --all --for=condition=Suspended --timeout=5s"),
  ],
};
