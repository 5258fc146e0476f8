import { describe, expect, test } from "vitest";
import { planScaffold } from "./plan.ts";

const anchor = "# +kubebuilder:scaffold:list\n";
const step = {
  files: [
    { path: "own", text: "scaffolded" },
    { path: "list", text: anchor },
    { path: "role", text: "empty", isGenerated: true },
  ],
  insertions: [{ path: "list", anchor: "list", lines: ["- a"] }],
};

async function plan(disk: Record<string, string>, isForced = false): Promise<Record<string, [string, string]>> {
  const { files } = await planScaffold([step], async (path) => disk[path], { isForced });
  return Object.fromEntries(files.map(({ path, how, text }) => [path, [how, text]]));
}

describe("planScaffold", () => {
  test("makes what is missing, with the lines at its anchors", async () => {
    expect(await plan({})).toEqual({
      own: ["create", "scaffolded"],
      list: ["create", `- a\n${anchor}`],
      role: ["create", "empty"],
    });
  });

  test("changes nothing where all is as it should be, whatever was generated or added since", async () => {
    const disk = { own: "scaffolded", list: `# mine\n- a\n- b\n${anchor}`, role: "rules" };
    expect(await plan(disk)).toEqual({
      own: ["unchanged", disk.own],
      list: ["unchanged", disk.list],
      role: ["unchanged", "rules"],
    });
  });

  test("keeps what the user changed, unless it is forced", async () => {
    const disk = { own: "mine", list: `- z\n${anchor}`, role: "rules" };
    expect(await plan(disk)).toEqual({
      own: ["keep", "mine"],
      list: ["update", `- z\n- a\n${anchor}`],
      role: ["unchanged", "rules"],
    });
    expect(await plan(disk, true)).toMatchObject({
      own: ["overwrite", "scaffolded"],
      list: ["update", `- z\n- a\n${anchor}`],
      role: ["unchanged", "rules"],
    });
  });

  test("tells which lines have lost their anchor", async () => {
    const { files, byHand } = await planScaffold([step], async (path) => (path === "list" ? "mine\n" : undefined));
    expect(byHand).toEqual(step.insertions);
    expect(files.find(({ path }) => path === "list")).toMatchObject({ how: "unchanged", text: "mine\n" });
  });
});
