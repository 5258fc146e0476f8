import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { findPrograms, programFolder, systemTestHost } from "@kubewright/testing";
import { expect, test } from "vitest";

interface Listed {
  readonly name: string;
  readonly target: string;
  readonly fields?: readonly { readonly name: string; readonly optional: boolean }[];
}

const recorded = JSON.parse(readFileSync(new URL("../vectors/marker-definitions.json", import.meta.url), "utf8")) as {
  definitions: { generator: string; name: string; target: string; args: Record<string, { isOptional: boolean }> }[];
};

test.each(["crd", "rbac", "object", "webhook"])(
  "controller-gen %s -wwww lists the recorded markers",
  async (generator) => {
    const { "controller-gen": program } = await findPrograms(programFolder(systemTestHost()), ["controller-gen"]);
    const option = generator === "rbac" ? "rbac:roleName=manager-role" : generator;
    const { stdout } = await promisify(execFile)(program, [option, "-wwww"]);
    const listed = (JSON.parse(stdout) as { markers: Listed[] }[]).flatMap(({ markers }) => markers);
    const expected = recorded.definitions.filter((definition) => definition.generator === generator);
    expect(expected.length).toBeGreaterThan(0);
    expect(
      listed
        .map(({ name, target, fields = [] }) =>
          row(
            name,
            target,
            fields.map((field) => [field.name, field.optional]),
          ),
        )
        .sort(),
    ).toEqual(
      expected
        .map(({ name, target, args }) =>
          row(
            name,
            target,
            Object.entries(args).map(([key, { isOptional }]) => [key, isOptional]),
          ),
        )
        .sort(),
    );
  },
);

function row(name: string, target: string, args: readonly (readonly [string, boolean])[]): string {
  const texts = args.map(([argument, isOptional]) => (isOptional ? `[${argument}]` : argument)).sort();
  return `${name} (${target}) ${texts.join(" ")}`;
}
