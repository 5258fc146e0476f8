import { describe, expect, test } from "vitest";
import { isSameTemplate, templateHash, templateHashLabel } from "./template-hash.ts";

const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web:1" }] } };

describe("templateHash", () => {
  test("is the same for the same members in another order, and a label value without vowels", () => {
    const turned = { spec: { containers: [{ image: "web:1", name: "web" }] }, metadata: { labels: { app: "web" } } };
    expect(templateHash(template, undefined)).toBe(templateHash(turned, undefined));
    expect(templateHash(template, undefined)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{6,10}$/);
  });

  test("differs with the template and with each collision", () => {
    const other = { ...template, spec: { containers: [{ name: "web", image: "web:2" }] } };
    const hashes = [templateHash(template, undefined), templateHash(template, 1), templateHash(template, 2)];
    expect(new Set([...hashes, templateHash(other, undefined)]).size).toBe(4);
  });
});

describe("isSameTemplate", () => {
  test("looks past the hash and at quantities by value", () => {
    const labels = { app: "web", [templateHashLabel]: "abc" };
    const container = { name: "web", image: "web:1" };
    const with1000m = { spec: { containers: [{ ...container, resources: { limits: { cpu: "1000m" } } }] } };
    const with1 = { spec: { containers: [{ ...container, resources: { limits: { cpu: "1" } } }] } };
    expect(isSameTemplate(template, { ...template, metadata: { labels } })).toBe(true);
    expect(isSameTemplate({ ...template, ...with1000m }, { ...template, ...with1 })).toBe(true);
    expect(isSameTemplate(template, { ...template, ...with1 })).toBe(false);
  });
});
