import { readFileSync } from "node:fs";
import type { Script } from "../script.ts";
import { applyPatch, asMetadata, asTable, type Json, jsonPatch, mergePatch, strategicPatch } from "./fixture.ts";

interface MinimalObject {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly object: Json;
}

const minimalObjects: readonly MinimalObject[] = JSON.parse(
  readFileSync(new URL("../../vectors/minimal-objects.json", import.meta.url), "utf8"),
);

/** One small object of every kind, and everything that can be done with it. */
export const sweepScripts: Script[] = minimalObjects.map(({ group, version, resource, isNamespaced, object }) => ({
  class: "sweep",
  name: `${resource}${group === "" ? "" : `.${group}`} ${version}`,
  async run(s) {
    const base = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    const path = `${base}${isNamespaced ? `/namespaces/${s.namespace}` : ""}/${resource}`;
    const name = object.metadata.name;
    const one = `${path}/${name}`;
    const send = (step: string, method: string, target: string, body?: unknown, contentType?: string) =>
      s.send(step, method, target, {
        ...(body !== undefined && { body }),
        ...(contentType !== undefined && { contentType }),
      });
    await send("create as a dry run", "POST", `${path}?dryRun=All`, object);
    const made = await send("create", "POST", path, object);
    await send("create again", "POST", path, object);
    await send("create with an unknown field", "POST", `${path}?dryRun=All&fieldValidation=Strict`, {
      ...object,
      unheardOf: 1,
    });
    await send("read", "GET", one);
    await s.send("read as a table", "GET", one, { accept: asTable });
    await s.send("read its metadata", "GET", one, { accept: asMetadata });
    await send("list by name", "GET", `${path}?fieldSelector=metadata.name%3D${name}`);
    await send("read its status", "GET", `${one}/status`);
    await send("replace with the same", "PUT", one, made.body);
    await send("replace without a version", "PUT", `${one}?dryRun=All`, object);
    await send("replace with an old version", "PUT", one, {
      ...made.body,
      metadata: { ...made.body.metadata, resourceVersion: "1" },
    });
    await send("label", "PATCH", one, { metadata: { labels: { swept: "yes" } } }, mergePatch);
    await send("label again", "PATCH", one, { metadata: { labels: { swept: "yes" } } }, mergePatch);
    await send("annotate", "PATCH", one, [{ op: "add", path: "/metadata/annotations", value: { a: "b" } }], jsonPatch);
    await send("annotate strategically", "PATCH", one, { metadata: { annotations: { c: "d" } } }, strategicPatch);
    await send("apply", "PATCH", `${one}?fieldManager=one&force=true`, object, applyPatch);
    await send("apply by another", "PATCH", `${one}?fieldManager=two`, object, applyPatch);
    await send("patch the status", "PATCH", `${one}/status?dryRun=All`, { status: {} }, mergePatch);
    await send("replace what is not there", "PUT", `${path}/nobody?dryRun=All`, {
      ...object,
      metadata: { ...object.metadata, name: "nobody" },
    });
    await send("delete as a dry run", "DELETE", `${one}?dryRun=All`);
    await send("delete with its dependents first", "DELETE", `${one}?propagationPolicy=Foreground`);
    // The reference removes definitions in the background: when is anyone's guess.
    if (resource === "customresourcedefinitions") return;
    await send("what is left", "GET", one);
    await send("delete at once", "DELETE", `${one}?gracePeriodSeconds=0&propagationPolicy=Background`);
  },
}));
