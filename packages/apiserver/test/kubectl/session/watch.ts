import { type KubectlSession, line } from "../command.ts";

const job = `apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}}
`;

export const watchSession: KubectlSession = {
  name: "watch",
  commands: [
    line("create configmap one --from-literal=a=1"),
    line("get configmap one -w", {
      watch: { before: 2, meanwhile: ["label configmap one a=b", "delete configmap one"], after: 4 },
    }),
    line("get configmap -w --output-watch-events", {
      watch: { before: 0, meanwhile: ["create configmap two", "label configmap two a=b", "delete cm two"], after: 4 },
    }),
    line("create configmap three --from-literal=a=1"),
    line("get configmap -w -l a=b -o name", {
      watch: { before: 0, meanwhile: ["label configmap three a=b", "label configmap three a-"], after: 2 },
    }),
    line("get configmap three -w -o jsonpath={.data.a}{\"\\n\"}", {
      watch: { before: 1, meanwhile: ['patch cm three -p \'{"data":{"a":"2"}}\''], after: 2 },
    }),
    line("get configmap --watch-only -o custom-columns=NAME:.metadata.name,A:.data.a", {
      watch: { before: 0, meanwhile: ["create configmap four --from-literal=a=4"], after: 2 },
    }),
    line("get configmap three -w -o yaml --output-watch-events", {
      watch: { before: 14, meanwhile: ["label cm three x=y"], after: 20 },
    }),
    line("get pods,configmaps -w"),
    line("get configmap three -w --request-timeout=1s"),
    line("events -w", { watch: { before: 0, meanwhile: [], after: 1 } }),
    line("wait configmap/three --for=jsonpath={.data.a}=2 --timeout=5s"),
    line("wait configmap/three --for=jsonpath={.data.a}=3 --timeout=1s"),
    line("wait configmap/three --for=jsonpath={.data.a} --timeout=5s"),
    line("wait configmap/nobody --for=delete --timeout=1s"),
    line("wait configmap/three --for=delete --timeout=1s"),
    line("wait configmap/nobody --for=create --timeout=1s"),
    line("wait configmap/three --for=create --timeout=1s"),
    line("wait configmap/nobody --for=condition=Ready --timeout=1s"),
    line("wait configmap --all --for=jsonpath={.data.a}=2 --timeout=1s"),
    line("wait configmap -l a=nobody --for=delete --timeout=1s"),
    line("create -f -", { input: job }),
    line("wait job/once --for=condition=Complete --timeout=1s"),
    line(
      "patch job once --subresource=status --type=merge -p " +
        '\'{"status":{"startTime":"2020-01-01T00:00:00Z","conditions":[{"type":"Suspended","status":"True"}]}}\'',
    ),
    line("wait job/once --for=condition=Suspended --timeout=5s"),
    line("wait job/once --for=condition=suspended=false --timeout=1s"),
    line("wait job --all --for=condition=Suspended --timeout=5s"),
  ],
};
