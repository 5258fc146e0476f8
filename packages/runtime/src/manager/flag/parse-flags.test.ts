import { describe, expect, test } from "vitest";
import type { FlagDefinitions } from "./flag-definition.ts";
import { FlagError } from "./flag-error.ts";
import { parseFlags } from "./parse-flags.ts";

const definitions = {
  "leader-elect": { type: "boolean", description: "" },
  "metrics-secure": { type: "boolean", default: true, description: "" },
  kubeconfig: { type: "string", placeholder: "FILE", description: "" },
  address: { type: "string", default: ":8081", description: "" },
  "log-level": { type: "string", choices: ["debug", "info"], default: "info", description: "" },
  "log-format": { type: "string", choices: ["json", "console"], description: "" },
  size: { type: "number", default: 3, description: "" },
  limit: { type: "number", description: "" },
} as const satisfies FlagDefinitions;

const parse = (...args: string[]) => parseFlags(args, definitions, () => "usage");

const defaults = {
  "leader-elect": false,
  "metrics-secure": true,
  kubeconfig: undefined,
  address: ":8081",
  "log-level": "info",
  "log-format": undefined,
  size: 3,
  limit: undefined,
};

describe("parseFlags", () => {
  test.each<[string[], Partial<Record<keyof typeof definitions, unknown>>]>([
    [[], {}],
    [["--"], {}],
    [["--leader-elect"], { "leader-elect": true }],
    [["-leader-elect"], { "leader-elect": true }],
    ...["1", "t", "T", "true", "TRUE", "True"].map(
      (text) => [[`--leader-elect=${text}`], { "leader-elect": true }] as [string[], object],
    ),
    ...["0", "f", "F", "false", "FALSE", "False"].map(
      (text) => [[`--metrics-secure=${text}`], { "metrics-secure": false }] as [string[], object],
    ),
    [["-metrics-secure=false"], { "metrics-secure": false }],
    [["--leader-elect", "--leader-elect=false"], { "leader-elect": false }],
    [["--kubeconfig", "a", "-kubeconfig=b"], { kubeconfig: "b" }],
    [["--kubeconfig="], { kubeconfig: "" }],
    [["--kubeconfig=a=b\nc"], { kubeconfig: "a=b\nc" }],
    [["--kubeconfig", "-"], { kubeconfig: "-" }],
    [["--kubeconfig", "--odd", "--leader-elect"], { kubeconfig: "--odd", "leader-elect": true }],
    [
      ["--address=:0", "--log-level", "debug", "--log-format=json"],
      { address: ":0", "log-level": "debug", "log-format": "json" },
    ],
    [["--size=5", "--limit", "-1.5e3"], { size: 5, limit: -1500 }],
  ])("reads %j", (args, expected) => {
    expect(parse(...args)).toEqual({ ...defaults, ...expected });
  });

  test.each([
    [["--leader-elct"], "there is no flag --leader-elct; did you mean --leader-elect? --help shows all flags"],
    [["-Leader_Elect=true"], "there is no flag -Leader_Elect; did you mean --leader-elect? --help shows all flags"],
    [
      ["--enable-leader-election"],
      "there is no flag --enable-leader-election; did you mean --leader-elect? --help shows all flags",
    ],
    [["--zap-log-level=debug"], "there is no flag --zap-log-level; did you mean --log-level? --help shows all flags"],
    [["--zap-encoder=json"], "there is no flag --zap-encoder; did you mean --log-format? --help shows all flags"],
    [["--bogus"], "there is no flag --bogus; --help shows all flags"],
    [["--x\ny"], 'there is no flag --"x\\ny"; --help shows all flags'],
    [["--toString", "--constructor=1"], "there is no flag --toString; --help shows all flags"],
    [
      ["--leader-elect=maybe"],
      "--leader-elect=maybe is neither true nor false; write --leader-elect=true or --leader-elect=false; --help shows all flags",
    ],
    [
      ["--leader-elect="],
      '--leader-elect="" is neither true nor false; write --leader-elect=true or --leader-elect=false; --help shows all flags',
    ],
    [
      ["--leader-elect", "false"],
      'the argument "false" belongs to no flag; write --leader-elect=false; --help shows all flags',
    ],
    [["--kubeconfig"], "--kubeconfig has no value; write --kubeconfig=FILE; --help shows all flags"],
    [["--address", "--leader-elect"], "--address has no value; write --address=string; --help shows all flags"],
    [["--kubeconfig", "-h"], "--kubeconfig has no value; write --kubeconfig=FILE; --help shows all flags"],
    [["--log-level=loud"], "--log-level=loud is not possible; write --log-level=debug|info; --help shows all flags"],
    [["--size=many"], "--size=many is not a number; write it like --size=3; --help shows all flags"],
    [["--limit=0x10"], "--limit=0x10 is not a number; write it like --limit=5; --help shows all flags"],
    [["--limit=1e999"], "--limit=1e999 is not a number; write it like --limit=5; --help shows all flags"],
    [["--size", ""], '--size="" is not a number; write it like --size=3; --help shows all flags'],
    [["start"], 'the argument "start" belongs to no flag; there are only flags; --help shows all flags'],
    [["-"], 'the argument "-" belongs to no flag; there are only flags; --help shows all flags'],
    [["---size=1"], 'the argument "---size=1" belongs to no flag; there are only flags; --help shows all flags'],
    [["--", "--size=1"], 'the argument "--size=1" belongs to no flag; there are only flags; --help shows all flags'],
    [["--size=1", "true"], 'the argument "true" belongs to no flag; there are only flags; --help shows all flags'],
  ])("refuses %j", (args, message) => {
    expect(failureOf(args)).toMatchObject({ message, exitCode: 2 });
  });

  test.each([[["--help"]], [["-h"]], [["-help"]], [["--help=true"]], [["--leader-elect", "--help", "--bogus"]]])(
    "answers %j with the usage",
    (args) => expect(failureOf(args)).toMatchObject({ message: "usage", exitCode: 0 }),
  );
});

function failureOf(args: string[]): FlagError {
  try {
    parse(...args);
  } catch (error) {
    if (error instanceof FlagError) return error;
  }
  throw new Error(`${args.join(" ")} was not refused with a FlagError`);
}
