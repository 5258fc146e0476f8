import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ApiServer } from "../../src/index.ts";
import { deviations } from "./deviations.ts";
import { type Answers, playAll } from "./play-all.ts";
import { play } from "./play-hostile.ts";

const recorded = JSON.parse(readFileSync(new URL("answers.json", import.meta.url), "utf8")) as Answers;

test("hostile requests get the answers of the reference, and do no harm", { timeout: 240_000 }, async () => {
  const internalErrors: unknown[] = [];
  await using server = await ApiServer.start({ onInternalError: (error) => internalErrors.push(error) });
  const { url, certificateAuthority } = await server.listen();
  const address = { url, certificateAuthority, client: server.issueClientCertificate() };
  const answers = await playAll(address, async () => {
    const namespace = { name: "", method: "GET", target: "/api/v1/namespaces/default" };
    expect(await play(address, namespace)).toBe("200 Namespace default");
  });
  expect(internalErrors).toEqual([]);
  const differences = differencesOf(answers);
  for (const [group, names] of Object.entries(deviations)) {
    for (const name of Object.keys(names)) {
      if (name !== "") expect(differences[group], `${name} is as in the reference now`).toHaveProperty([name]);
    }
  }
  expect(unexplained(differences)).toEqual({});
});

type Differences = Record<string, Record<string, { readonly reference: string; readonly embedded: string }>>;

function differencesOf(answers: Answers): Differences {
  const differences: Differences = {};
  for (const [group, ofGroup] of Object.entries(answers)) {
    expect(Object.keys(ofGroup), "record the answers of the reference anew").toEqual(
      Object.keys(recorded[group] ?? {}),
    );
    for (const [name, embedded] of Object.entries(ofGroup)) {
      const reference = recorded[group]?.[name] ?? "";
      if (embedded !== reference) differences[group] = { ...differences[group], [name]: { reference, embedded } };
    }
  }
  return differences;
}

function unexplained(differences: Differences): Differences {
  const left: Differences = {};
  for (const [group, ofGroup] of Object.entries(differences)) {
    const known = deviations[group] ?? {};
    const others = Object.entries(ofGroup).filter(([name]) => known[name] === undefined && known[""] === undefined);
    if (others.length > 0) left[group] = Object.fromEntries(others);
  }
  return left;
}
