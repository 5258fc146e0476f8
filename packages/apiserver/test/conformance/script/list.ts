import type { Script } from "../script.ts";
import type { Session } from "../session.ts";
import { asMetadataList, configMap, pod } from "./fixture.ts";

async function fill(s: Session, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    await s.prepare("POST", s.core("configmaps"), {
      body: configMap(name, { metadata: { labels: { odd: String(index % 2 === 1), name } } }),
    });
  }
}

/** Lists: order, pages, versions, selectors. */
export const listScripts: Script[] = [
  {
    class: "list and paging",
    name: "pages",
    async run(s) {
      await fill(s, ["e", "d", "c", "b", "a"]);
      await s.send("all", "GET", s.core("configmaps"));
      const first = await s.send("a page of two", "GET", `${s.core("configmaps")}?limit=2`);
      await s.prepare("POST", s.core("configmaps"), { body: configMap("bb") });
      await s.prepare("DELETE", s.core("configmaps", "c"));
      const token = encodeURIComponent(first.body.metadata?.continue ?? "");
      const second = await s.send("the next, as it was", "GET", `${s.core("configmaps")}?limit=2&continue=${token}`);
      const nextToken = encodeURIComponent(second.body.metadata?.continue ?? "");
      await s.send("the last", "GET", `${s.core("configmaps")}?limit=2&continue=${nextToken}`);
      await s.send("pages with a selector", "GET", `${s.core("configmaps")}?limit=2&labelSelector=odd%3Dfalse`);
      await s.send("version 0 ignores the limit", "GET", `${s.core("configmaps")}?limit=2&resourceVersion=0`);
      await s.send(
        "continue with a version",
        "GET",
        `${s.core("configmaps")}?limit=2&continue=${token}&resourceVersion=5`,
      );
      await s.send("a token that is none", "GET", `${s.core("configmaps")}?limit=2&continue=abc`);
      await s.send("a token of nonsense", "GET", `${s.core("configmaps")}?limit=2&continue=e30`);
      await s.send("a limit that is no number", "GET", `${s.core("configmaps")}?limit=many`);
      await s.send("a negative limit", "GET", `${s.core("configmaps")}?limit=-1`);
    },
  },
  {
    class: "list and paging",
    name: "versions",
    async run(s) {
      await fill(s, ["a", "b"]);
      const list = await s.send("the newest", "GET", s.core("configmaps"));
      const version = list.body.metadata?.resourceVersion;
      await s.prepare("POST", s.core("configmaps"), { body: configMap("c") });
      const path = s.core("configmaps");
      await s.send("exactly then", "GET", `${path}?resourceVersion=${version}&resourceVersionMatch=Exact`);
      await s.send("not older", "GET", `${path}?resourceVersion=${version}&resourceVersionMatch=NotOlderThan`);
      await s.send(
        "exactly then, in pages",
        "GET",
        `${path}?resourceVersion=${version}&resourceVersionMatch=Exact&limit=1`,
      );
      await s.send("a match without a version", "GET", `${path}?resourceVersionMatch=Exact`);
      await s.send("an unknown match", "GET", `${path}?resourceVersion=${version}&resourceVersionMatch=Roughly`);
      await s.send("exactly 0", "GET", `${path}?resourceVersion=0&resourceVersionMatch=Exact`);
      await s.send("a version that is none", "GET", `${path}?resourceVersion=abc`);
      await s.send("a version of the future", "GET", `${path}?resourceVersion=999999999`);
      await s.send("an object of the future", "GET", `${path}/a?resourceVersion=999999999`);
      await s.send("exactly the future", "GET", `${path}?resourceVersion=999999999&resourceVersionMatch=Exact`);
      await s.send("an object at a version that is none", "GET", `${path}/a?resourceVersion=abc`);
      await s.send("initial events for a list", "GET", `${path}?sendInitialEvents=true`);
    },
  },
  {
    class: "list and paging",
    name: "label selectors",
    async run(s) {
      await fill(s, ["a", "b", "c"]);
      for (const selector of [
        "odd=true",
        "odd!=true",
        "odd in (true,false),name notin (a)",
        "odd",
        "!odd",
        "name=a,odd=true",
        "x>1",
        "name==b",
      ]) {
        await s.send(selector, "GET", `${s.core("configmaps")}?labelSelector=${encodeURIComponent(selector)}`);
      }
      for (const selector of ["odd in", "a=b=c", "-x=1", "x in ()", "=", "a,,b", `${"x".repeat(64)}=1`]) {
        await s.send(
          `bad: ${selector.slice(0, 20)}`,
          "GET",
          `${s.core("configmaps")}?labelSelector=${encodeURIComponent(selector)}`,
        );
      }
    },
  },
  {
    class: "list and paging",
    name: "field selectors",
    async run(s) {
      await fill(s, ["a", "b", "c"]);
      await s.prepare("POST", s.core("pods"), { body: pod("p") });
      for (const selector of [
        "metadata.name=a",
        "metadata.name!=a",
        "metadata.name=a,metadata.namespace=nowhere",
        "spec.x=1",
        "metadata.name>a",
        "metadata.labels.odd=true",
      ]) {
        await s.send(selector, "GET", `${s.core("configmaps")}?fieldSelector=${encodeURIComponent(selector)}`);
      }
      for (const selector of [
        "status.phase=Pending",
        "spec.nodeName=",
        "spec.nodeName=n",
        "spec.restartPolicy=Always",
        "status.podIP=",
        "spec.image=x",
      ]) {
        await s.send(`pods: ${selector}`, "GET", `${s.core("pods")}?fieldSelector=${encodeURIComponent(selector)}`);
      }
      await s.send(
        "an object by name and selector",
        "GET",
        `${s.core("configmaps")}?fieldSelector=metadata.name%3Da&labelSelector=odd%3Dtrue`,
      );
      await s.send(
        "deployments by phase",
        "GET",
        `${s.group("apps/v1", "deployments")}?fieldSelector=status.phase%3Dx`,
      );
    },
  },
  {
    class: "list and paging",
    name: "empty and unusual lists",
    async run(s) {
      await s.send("empty", "GET", s.core("configmaps"));
      await s.send("empty of another group", "GET", s.group("apps/v1", "deployments"));
      await s.send("of a namespace that is not there", "GET", "/api/v1/namespaces/nowhere-at-all/configmaps");
      await s.send("metadata only", "GET", s.core("configmaps"), { accept: asMetadataList });
      await s.send("of the cluster", "GET", "/api/v1/namespaces?fieldSelector=metadata.name%3Ddefault");
      await s.send("a named one through a list parameter", "GET", `${s.core("configmaps")}?limit=0`);
      await s.send("an unknown parameter", "GET", `${s.core("configmaps")}?unheardOf=1`);
    },
  },
];
