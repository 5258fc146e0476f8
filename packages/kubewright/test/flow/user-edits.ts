import { readFile } from "node:fs/promises";

/** Files of a project by path. */
export type Files = Readonly<Record<string, string>>;

const controller = "src/controller/memcached-controller.ts";

/** What the user of a flow writes in place of scaffolded files. In flow C, nothing. */
export async function editsOf(flow: "a" | "b" | "d" | "e"): Promise<Files> {
  switch (flow) {
    case "a":
      return await filesOf("a", "src/api/v1/memcached.ts", controller);
    case "b":
      return await filesOf("b", "src/api/v1alpha1/memcached.ts", controller);
    default: {
      // The controller of flow A, for a version that has limits.
      const { [controller]: text = "" } = await filesOf("a", controller);
      const type = await filesOf("d", "src/api/v1alpha1/memcached.ts");
      return { ...type, [controller]: text.replace("../api/v1/", "../api/v1alpha1/") };
    }
  }
}

async function filesOf(folder: string, ...paths: string[]): Promise<Files> {
  const read = (path: string) => readFile(new URL(`edit/${folder}/${path}`, import.meta.url), "utf8");
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));
}
