import { describe, expect, test } from "vitest";
import { formatMarkerHelp } from "./marker-help.js";
import { markerDefinitions } from "./marker-table.js";
const scale = markerDefinitions.filter(({ name }) => ["kubebuilder:subresource:scale", "versionName", "k8s:deepcopy-gen:interfaces"].includes(name));
describe("formatMarkerHelp", () => {
    test("lists every marker on a line, under its category", () => {
        const lines = formatMarkerHelp("summary").split("\n");
        expect(lines.filter((line) => line.startsWith("+"))).toHaveLength(markerDefinitions.length);
        expect(lines.filter((line) => /^\w/.test(line))).toEqual([
            "CRD",
            "CRD validation",
            "CRD processing",
            "RBAC",
            "object",
            "Webhook",
            "apply",
        ]);
    });
    test("lists markers with what they do", () => {
        expect(formatMarkerHelp("summary", scale)).toMatchInlineSnapshot(`
      "CRD

      +versionName=<string>             package  Says the API version of this module's kinds.
      +kubebuilder:subresource:scale:…  type     Serves /scale, for \`kubectl scale\` and the HorizontalPodAutoscaler.

      object

      +k8s:deepcopy-gen:interfaces=<string>  type  Asks Go's generator for an interface. Without effect: a TypeScript type needs no methods to be an object. Deprecated: use +kubebuilder:object:root.
      "
    `);
    });
    test("lists arguments", () => {
        expect(formatMarkerHelp("arguments", scale)).toMatchInlineSnapshot(`
      "CRD

      +versionName=<string>  (package)
        Says the API version of this module's kinds.

      +kubebuilder:subresource:scale:…  (type)
        Serves /scale, for \`kubectl scale\` and the HorizontalPodAutoscaler.
        specpath=<string>        JSON path of the number of replicas that is wanted.
        statuspath=<string>      JSON path of the number of replicas that there are.
        [selectorpath=<string>]  JSON path of the pods' label selector in its text form; the HorizontalPodAutoscaler needs it.

      object

      +k8s:deepcopy-gen:interfaces=<string>  (type)
        Asks Go's generator for an interface.
      "
    `);
    });
    test("lists all there is", () => {
        expect(formatMarkerHelp("details", scale)).toMatchInlineSnapshot(`
      "CRD

      +versionName=<string>  (package)
        Says the API version of this module's kinds.
        \`defineKind\` already says it. Where this marker is there too, both must agree.
        Example:
          +versionName=v1alpha1

      +kubebuilder:subresource:scale:…  (type)
        Serves /scale, for \`kubectl scale\` and the HorizontalPodAutoscaler.
        specpath=<string>        JSON path of the number of replicas that is wanted.
        statuspath=<string>      JSON path of the number of replicas that there are.
        [selectorpath=<string>]  JSON path of the pods' label selector in its text form; the HorizontalPodAutoscaler needs it.
        Example:
          +kubebuilder:subresource:scale:specpath=.spec.size,statuspath=.status.size,selectorpath=.status.selector

      object

      +k8s:deepcopy-gen:interfaces=<string>  (type)
        Asks Go's generator for an interface.
        Without effect: a TypeScript type needs no methods to be an object.
        Deprecated: use +kubebuilder:object:root.
        Example:
          +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
      "
    `);
    });
    test("lists all there is as JSON", () => {
        expect(JSON.parse(formatMarkerHelp("json", scale.slice(0, 2)))).toMatchInlineSnapshot(`
      [
        {
          "category": "CRD",
          "markers": [
            {
              "category": "CRD",
              "details": "\`defineKind\` already says it. Where this marker is there too, both must agree.",
              "example": "+versionName=v1alpha1",
              "fields": [
                {
                  "name": "",
                  "optional": false,
                  "summary": "",
                  "type": "string",
                },
              ],
              "name": "versionName",
              "summary": "Says the API version of this module's kinds.",
              "target": "package",
            },
            {
              "category": "CRD",
              "example": "+kubebuilder:subresource:scale:specpath=.spec.size,statuspath=.status.size,selectorpath=.status.selector",
              "fields": [
                {
                  "name": "specpath",
                  "optional": false,
                  "summary": "JSON path of the number of replicas that is wanted.",
                  "type": "string",
                },
                {
                  "name": "statuspath",
                  "optional": false,
                  "summary": "JSON path of the number of replicas that there are.",
                  "type": "string",
                },
                {
                  "name": "selectorpath",
                  "optional": true,
                  "summary": "JSON path of the pods' label selector in its text form; the HorizontalPodAutoscaler needs it.",
                  "type": "string",
                },
              ],
              "name": "kubebuilder:subresource:scale",
              "summary": "Serves /scale, for \`kubectl scale\` and the HorizontalPodAutoscaler.",
              "target": "type",
            },
          ],
        },
      ]
    `);
        const all = JSON.parse(formatMarkerHelp("json"));
        expect(all.flatMap(({ markers }) => markers)).toHaveLength(markerDefinitions.length);
    });
});
