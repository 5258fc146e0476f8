import {
  type ApiError,
  formatApiVersion,
  formatGroupKind,
  formatGroupResource,
  formatGroupVersionKind,
  formatGroupVersionResource,
  type GroupVersionKind,
  type GroupVersionResource,
  guessPlural,
  parseApiVersion,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersionKind,
  parseGroupVersionResource,
} from "@kubewright/api";
import { expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

interface Vectors {
  plurals: { kind: string; plural: string; singular: string }[];
  arguments: {
    text: string;
    groupResource: { group: string; resource: string; text: string };
    groupKind: { group: string; kind: string; text: string };
    resource?: GroupVersionResource;
    kind?: GroupVersionKind;
  }[];
  apiVersions: { text: string; group?: string; version?: string; printed?: string; error?: string }[];
}

const vectors = readVectors<Vectors>("group-versions");

test.each(vectors.plurals)("the plural of $kind is guessed as $plural", ({ kind, plural }) => {
  expect(guessPlural(kind)).toBe(plural);
});

test.each(vectors.arguments)("$text is read as the reference reads it", (row) => {
  const { text: resourceText, ...groupResource } = row.groupResource;
  const { text: kindText, ...groupKind } = row.groupKind;
  expect(parseGroupResource(row.text)).toEqual(groupResource);
  expect(formatGroupResource(groupResource)).toBe(resourceText);
  expect(parseGroupKind(row.text)).toEqual(groupKind);
  expect(formatGroupKind(groupKind)).toBe(kindText);
  expect(parseGroupVersionResource(row.text)).toEqual(row.resource);
  expect(parseGroupVersionKind(row.text)).toEqual(row.kind);
  if (row.resource !== undefined) expect(formatGroupVersionResource(row.resource)).toBe(row.text);
  if (row.kind !== undefined) expect(formatGroupVersionKind(row.kind)).toBe(row.text);
});

test.each(vectors.apiVersions.filter((row) => row.error === undefined))(
  "apiVersion $text",
  ({ text, group, version, printed }) => {
    expect(parseApiVersion(text)).toEqual({ group, version });
    expect(formatApiVersion({ group: group!, version: version! })).toBe(printed);
  },
);

test.each(vectors.apiVersions.filter((row) => row.error !== undefined))("apiVersion $text is refused", ({ text }) => {
  expect(() => parseApiVersion(text)).toThrow(
    expect.objectContaining({ code: "INVALID_API_VERSION" } satisfies Partial<ApiError>),
  );
});
