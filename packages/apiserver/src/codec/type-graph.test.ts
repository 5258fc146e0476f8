import type { ListType, StructType } from "@kubewright/api/server";
import { describe, expect, test } from "vitest";
import type { GoStruct } from "./go-type.ts";
import { loadTypeGraph } from "./type-graph.ts";

const graph = loadTypeGraph();

function structOf(kind: string, ...path: string[]): GoStruct {
  let type: GoStruct = graph.kind("apps", "v1", kind)!;
  for (const name of path) {
    const next = type.fields.get(name)!.type;
    type = (next.kind === "slice" ? next.element : next) as GoStruct;
  }
  return type;
}

describe("TypeGraph", () => {
  test("knows kinds by group, version and kind", () => {
    expect(graph.kind("apps", "v1", "Deployment")?.text).toBe("v1.Deployment");
    expect(graph.kind("", "v1", "Event")?.schema).toBe("io.k8s.api.core.v1.Event");
    expect(graph.kind("events.k8s.io", "v1", "Event")?.schema).toBe("io.k8s.api.events.v1.Event");
    expect(graph.kind("apps", "v1", "Pod")).toBeUndefined();
    expect([...graph.kinds()].length).toBeGreaterThan(80);
  });

  test("knows the options of verbs in every group", () => {
    expect(graph.kind("batch", "v1", "DeleteOptions")).toBe(graph.kind("meta.k8s.io", "v1", "DeleteOptions"));
    expect(graph.kind("", "v1", "DeleteOptions")?.text).toBe("v1.DeleteOptions");
  });

  test("inlined structs are members, and their fields are the struct's", () => {
    const volume = structOf("Deployment", "spec", "template", "spec", "volumes");
    expect(volume.members.map(({ name, protobufNumber }) => [name, protobufNumber])).toEqual([
      ["name", 1],
      ["", 2],
    ]);
    expect(volume.fields.get("emptyDir")?.type.text).toBe("v1.EmptyDirVolumeSource");
    expect([...graph.kind("", "v1", "Pod")!.fields.keys()]).toEqual([
      "kind",
      "apiVersion",
      "metadata",
      "spec",
      "status",
    ]);
  });

  test("lists say how they merge", () => {
    const pod = structOf("Deployment", "spec", "template", "spec");
    const containers = pod.fields.get("containers")!;
    expect(containers.type).toMatchObject({ shape: "list", listType: "map", keys: ["name"] });
    expect(containers).toMatchObject({ patchStrategies: ["merge"], patchMergeKey: "name" });
    expect(pod.fields.get("tolerations")!.type).toMatchObject({ listType: "atomic", keys: [] });
    expect(pod.fields.get("volumes")!.patchStrategies).toEqual(["merge", "retainKeys"]);
    const ports = structOf("Deployment", "spec", "template", "spec", "containers").fields.get("ports")!;
    expect(ports.type).toMatchObject({ listType: "map", keys: ["containerPort", "protocol"] });
    expect(((ports.type as ListType).element as StructType).fields.get("protocol")?.default).toBe("TCP");
  });

  test("maps and structs are atomic where the schema says so", () => {
    expect(structOf("Deployment", "spec", "template", "spec").fields.get("nodeSelector")!.type).toMatchObject({
      isAtomic: true,
    });
    expect(structOf("Deployment", "metadata").fields.get("labels")!.type).toMatchObject({ isAtomic: false });
    expect(structOf("Deployment", "spec", "selector").isAtomic).toBe(true);
    const claimRef = graph.kind("", "v1", "PersistentVolume")!.fields.get("spec")!.type as GoStruct;
    expect(claimRef.fields.get("claimRef")!.type).toMatchObject({ shape: "struct", isAtomic: false });
    expect(graph.kind("", "v1", "Event")!.fields.get("involvedObject")!.type).toMatchObject({ isAtomic: true });
  });

  test("types with a text form of their own are named", () => {
    const metadata = structOf("Deployment", "metadata");
    expect(metadata.fields.get("creationTimestamp")).toMatchObject({
      isPointer: false,
      omitEmpty: true,
      omitZero: true,
      protobufNumber: 8,
    });
    expect(metadata.fields.get("creationTimestamp")!.type).toMatchObject({
      kind: "custom",
      custom: "Time",
      text: "v1.Time",
      shape: "scalar",
      scalar: "untyped",
    });
    expect(structOf("ControllerRevision").fields.get("data")!.type).toMatchObject({ custom: "RawExtension" });
  });

  test("a type that refers to itself is one object", () => {
    const crd = graph.kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")!;
    const versions = (crd.fields.get("spec")!.type as GoStruct).fields.get("versions")!.type;
    const version = (versions as ListType).element as GoStruct;
    const schema = version.fields.get("schema")!.type as GoStruct;
    const props = schema.fields.get("openAPIV3Schema")!.type as GoStruct;
    expect(props.fields.get("not")!.type).toBe(props);
  });
});
