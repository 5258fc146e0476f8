import { readFileSync } from "node:fs";
import { statusErrorOf } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { ServerState } from "../../src/resource/server-state.ts";
import { getObject } from "../../src/verb/read/get-object.ts";
import { listObjects, type ObjectPage } from "../../src/verb/read/list-objects.ts";
import { newState, optionsOf, pod, pods, put, type ReadState, remove, textOf } from "./pod-resource.ts";

interface Token {
  readonly rv: number;
  readonly start: string;
}

interface Case {
  readonly name: string;
  readonly namespace: string;
  readonly query: Readonly<Record<string, string>> & { readonly continue?: Token };
  readonly expected: {
    readonly problem?: "bad request" | "too large" | "too old" | "continue too old";
    readonly items?: readonly string[];
    readonly hasMore?: boolean;
    readonly continue?: Token;
    readonly remainingItemCount?: number;
    readonly resourceVersion?: string;
  };
}

const { cases } = JSON.parse(readFileSync(new URL("../vectors/list.json", import.meta.url), "utf8")) as {
  cases: Case[];
};
const forever = new AbortController().signal;

describe("a list is what the reference's own table says", () => {
  test.each(cases)("$name", async ({ namespace, query, expected }) => {
    const state = seeded();
    const listing = list(state, namespace, {
      ...query,
      ...(query.continue && { continue: encode(query.continue) }),
    } as Record<string, string>);
    const outcome = listing.then(
      (page) => ({ page, status: undefined }),
      (error: unknown) => ({ page: undefined, status: statusErrorOf(error)?.status }),
    );
    state.clock.advance(3000);
    const { page, status } = await outcome;
    const codes = { "bad request": [400, 422], "too large": [504], "too old": [410], "continue too old": [410] };
    if (expected.problem !== undefined) {
      expect(codes[expected.problem]).toContain(status?.code);
      expect(status?.metadata?.continue !== undefined).toBe(expected.problem === "continue too old");
      return;
    }
    expect(status).toBeUndefined();
    expect(page!.items.map(textOf).sort()).toEqual([...expected.items!].sort());
    expect(page!.continue !== undefined).toBe(expected.hasMore);
    expect(page!.remainingItemCount).toBe(expected.remainingItemCount);
    if (expected.resourceVersion !== undefined) expect(page!.resourceVersion).toBe(expected.resourceVersion);
    if (expected.continue !== undefined) {
      const { rv, start } = expected.continue;
      expect(decode(page!.continue!)).toEqual({ v: "meta.k8s.io/v1", rv, start: `/${start}` });
    }
  });
});

describe("listing", () => {
  test("pages are of one version, whatever happens meanwhile", async () => {
    const state = seeded();
    const names: string[] = [];
    let page = await list(state, "", { limit: "2" });
    while (true) {
      names.push(...page.items.map(textOf));
      if (page.continue === undefined) break;
      put(state, pod(`second/new-${names.length}`));
      page = await list(state, "", { limit: "2", continue: page.continue });
      expect(page.resourceVersion).toBe("10");
    }
    expect(names).toEqual(["first/bar@8", "second/bar@3", "second/foo@4", "third/barfoo@5", "third/foo@6"]);
  });

  test("a forgotten page can be gone on with in the present", async () => {
    const state = seeded();
    const first = await list(state, "second", { limit: "1" });
    put(state, pod("second/late"));
    state.store.compact(state.store.revision);
    const error = await list(state, "second", { limit: "1", continue: first.continue! }).catch(statusErrorOf);
    expect(error).toMatchObject({ status: { code: 410, reason: "Expired" } });
    const { status } = error as { status: { message: string; metadata: { continue: string } } };
    expect(status.message).toMatch(/^The provided continue parameter is too old to display a consistent list result\./);
    expect(decode(status.metadata.continue)).toEqual({ v: "meta.k8s.io/v1", rv: -1, start: "bar\0" });
    const rest = await list(state, "second", { continue: status.metadata.continue });
    expect(rest.items.map(textOf)).toEqual(["second/foo@4", "second/late@11"]);
  });

  test("version 0 ignores the limit", async () => {
    const page = await list(seeded(), "second", { limit: "1", resourceVersion: "0" });
    expect([page.items.length, page.continue]).toEqual([2, undefined]);
  });

  test("a version that is yet to come is waited for, 3 s long", async () => {
    const state = seeded();
    const early = list(state, "first", { resourceVersion: "11" });
    const late = list(state, "first", { resourceVersion: "12" }).catch(statusErrorOf);
    state.clock.advance(2999);
    put(state, pod("first/next"));
    expect((await early).resourceVersion).toBe("11");
    state.clock.advance(1);
    expect(await late).toMatchObject({
      status: {
        code: 504,
        reason: "Timeout",
        message: "Timeout: Too large resource version: 12, current: 11",
        details: {
          causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
          retryAfterSeconds: 1,
        },
      },
    });
    expect(state.clock.pending).toBe(0);
  });

  test("waiting ends with the signal", async () => {
    const state = seeded();
    const controller = new AbortController();
    const waiting = list(state, "first", { resourceVersion: "99" }, controller.signal);
    controller.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    expect(state.clock.pending).toBe(0);
  });

  test("labels and fields select", async () => {
    const state = newState();
    put(state, pod("a/x", { labels: { app: "web" }, nodeName: "n1" }));
    put(state, pod("a/y", { labels: { app: "web" }, nodeName: "n2" }));
    put(state, pod("b/z", { labels: { app: "db" }, nodeName: "n1" }));
    const names = async (query: Record<string, string>): Promise<string[]> =>
      (await list(state, "", query)).items.map(({ metadata }) => metadata.name);
    expect(await names({ labelSelector: "app=web" })).toEqual(["x", "y"]);
    expect(await names({ fieldSelector: "spec.nodeName=n1" })).toEqual(["x", "z"]);
    expect(await names({ labelSelector: "app=web", fieldSelector: "spec.nodeName!=n1" })).toEqual(["y"]);
    expect(await names({ fieldSelector: "metadata.namespace=b" })).toEqual(["z"]);
    expect(await names({ fieldSelector: "metadata.namespace=b,metadata.name=z" })).toEqual(["z"]);
    expect(await names({ fieldSelector: "metadata.namespace=b,metadata.name=x" })).toEqual([]);
    expect(await names({ fieldSelector: "metadata.name=x,metadata.name=y" })).toEqual([]);
  });
});

describe("getting", () => {
  const target = { resource: pods, namespace: "first", name: "bar" };

  test("gives the present, also for an older version", async () => {
    const state = seeded();
    expect(textOf(await getObject(state, target, { signal: forever }))).toBe("first/bar@8");
    expect(textOf(await getObject(state, target, { resourceVersion: "2", signal: forever }))).toBe("first/bar@8");
    expect(textOf(await getObject(state, target, { resourceVersion: "0", signal: forever }))).toBe("first/bar@8");
  });

  test("names what is not there", async () => {
    const missing = getObject(seeded(), { ...target, name: "nope" }, { signal: forever });
    await expect(missing).rejects.toThrow('pods "nope" not found');
  });

  test("answers an unreadable version with a 500 without a reason, as the reference does", async () => {
    const error = await getObject(seeded(), target, { resourceVersion: "x", signal: forever }).catch(statusErrorOf);
    expect(error).toMatchObject({
      status: {
        code: 500,
        message: 'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
      },
    });
  });
});

/** What the reference's table lists: revision 1 is before the first write, 9 after the last, 10 now; 1 is forgotten. */
function seeded(): ReadState {
  const state = newState();
  for (const key of ["first/bar", "second/bar", "second/foo", "third/barfoo", "third/foo", "second/baz"]) {
    put(state, pod(key));
  }
  put(state, pod("first/bar", { nodeName: "fakeNode" }));
  remove(state, "second/baz");
  state.store.compact(2);
  state.store.create("configmaps", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "other" } });
  return state;
}

async function list(
  state: Pick<ServerState, "store" | "clock">,
  namespace: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal = forever,
): Promise<ObjectPage> {
  return await listObjects(state, { resource: pods, namespace }, optionsOf(query), signal);
}

function encode({ rv, start }: Token): string {
  return Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv, start })).toString("base64url");
}

function decode(token: string): unknown {
  return JSON.parse(Buffer.from(token, "base64url").toString());
}
