import { defineKind } from "@kubewright/api";
import type { Sample } from "./sample.ts";

export const SampleKind = defineKind<Sample>({ group: "kind-elsewhere.example.com", version: "v1", kind: "Sample" });
