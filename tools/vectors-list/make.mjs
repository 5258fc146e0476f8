import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const module = process.argv[2];
if (module === undefined) throw new Error("usage: node make.mjs FOLDER, where FOLDER is the module k8s.io/apiserver");

/** The objects that the table speaks of, in the order in which they are made, from revision 2 on. */
const objects = ["first/bar", "second/bar", "second/foo", "third/barfoo", "third/foo", "second/baz"];
const updatedRevision = 8;
const versions = new Map([
  ["initialRV", 1],
  ["updatedPod.ResourceVersion", updatedRevision],
  ["list.ResourceVersion", 9],
  ["fmt.Sprint(continueRV)", 9],
  ["int64(continueRV)", 9],
  ["currentRV", 10],
  ["fmt.Sprint(continueRV + 1)", 10],
  ["int64(continueRV+1)", 10],
  ["fmt.Sprint(continueRV + 2)", 11],
  ["-1", -1],
  ["0", 0],
]);

const source = readFileSync(join(module, "pkg/storage/testing/store_tests.go"), "utf8");
const test = source.match(/func RunTestList\(.*?\n\}\n/s)?.[0] ?? fail("there is no RunTestList");
const table = test.slice(test.indexOf("}{\n") + 3).split("\n\t}\n")[0] ?? "";
const cases = table
  .split("\n\t\t},\n")
  .map((text) => `${text}\n`.replace(/\t\t\texpectCacherRequestsToEtcd:.*?\n\t\t\t\},\n/s, ""))
  // What the storage alone does is not what the server does.
  .filter((text) => memberOf(text, "ignoreForWatchCache") === undefined)
  .map(caseOf);

const lines = cases.map((row) => `    ${JSON.stringify(row)}`).join(",\n");
const reference = "k8s.io/apiserver v0.36.3 pkg/storage/testing RunTestList, with the watch cache";
const target = new URL("../../packages/apiserver/test/vectors/list.json", import.meta.url);
writeFileSync(target, `{\n  "reference": ${JSON.stringify(reference)},\n  "cases": [\n${lines}\n  ]\n}\n`);

/** @param {string} text */
function caseOf(text) {
  return {
    name: quoted(memberOf(text, "name")).replace("test List", "list"),
    namespace: quoted(memberOf(text, "prefix")).replace("/pods", "").replaceAll("/", ""),
    query: queryOf(text),
    expected: expectedOf(text),
  };
}

/** @param {string} text */
function queryOf(text) {
  const version = memberOf(text, "rv");
  const match = memberOf(text, "rvMatch");
  const field = memberOf(text, "Field", 4);
  const limit = memberOf(text, "Limit", 4);
  const token = memberOf(text, "Continue", 4);
  return {
    ...(version && { resourceVersion: versionOf(version) }),
    ...(match && { resourceVersionMatch: match.replace("metav1.ResourceVersionMatch", "").replaceAll('"', "") }),
    ...(field && !field.includes("Everything") && { fieldSelector: selectorOf(field) }),
    ...(limit && { limit }),
    ...(token && { continue: tokenOf(token) }),
  };
}

/** @param {string} text */
function expectedOf(text) {
  if (memberOf(text, "expectError")) return { problem: "bad request" };
  if (memberOf(text, "expectRVTooLarge")) return { problem: "too large" };
  if (memberOf(text, "expectRVTooOld")) return { problem: "too old" };
  if (memberOf(text, "expectContinueTooOld")) return { problem: "continue too old" };
  const token = memberOf(text, "expectContinueExact");
  const remaining = memberOf(text, "expectedRemainingItemCount")?.match(/\((\d+)\)/)?.[1];
  const version = memberOf(text, "expectRV");
  return {
    items: itemsOf(memberOf(text, "expectedOut") ?? memberOf(text, "expectedAlternatives") ?? fail(text)),
    hasMore: memberOf(text, "expectContinue") === "true",
    ...(token && { continue: tokenOf(token) }),
    ...(remaining && { remainingItemCount: Number(remaining) }),
    ...(version && { resourceVersion: versionOf(version) }),
  };
}

/**
 * The value of a member at a depth of indentation.
 * @param {string} text
 * @param {string} name
 */
function memberOf(text, name, depth = 3) {
  return text.match(new RegExp(`(?:^|\\n)\\t{${depth}}${name}:\\s*(.*?),\\n`))?.[1];
}

/** @param {string | undefined} text */
function quoted(text) {
  return JSON.parse(text ?? fail("a text is missing"));
}

/** @param {string} text */
function versionOf(text) {
  if (text.startsWith('"')) return quoted(text);
  if (text.includes("math.MaxInt64")) return "9223372036854775807";
  const inner = text.match(/^(?:int64\(mustAtoi\((.*)\)\)|mustParseResourceVersion\(t, (.*)\))$/);
  const plain = inner?.[1] ?? inner?.[2] ?? text;
  const created = plain.match(/^createdPods\[(\d)\]\.ResourceVersion$/)?.[1];
  return String(created === undefined ? (versions.get(plain) ?? fail(plain)) : Number(created) + 2);
}

/** @param {string} text */
function selectorOf(text) {
  const term = text.match(/OneTermEqualSelector\("(.*?)", "(.*?)"\)/);
  return term === null ? text.match(/"(.*)"/)?.[1] : `${term[1]}=${term[2]}`;
}

/** @param {string} text */
function tokenOf(text) {
  if (text === "secondContinuation") return { rv: 9, start: "foo" };
  const [, key = "", version = ""] =
    text.match(/^encodeContinueOrDie\((.*?), ((?:int64|must).*|-?\d+)\)$/) ?? fail(text);
  return { rv: Number(versionOf(version)), start: key.split("+").map(keyPartOf).join("") };
}

/** @param {string} text */
function keyPartOf(text) {
  if (text.startsWith('"')) return quoted(text.replace("\\x00", "\\u0000"));
  const [, index = "0", member] = text.match(/^(?:createdPods\[(\d)\]|updatedPod)\.(Namespace|Name)$/) ?? fail(text);
  return (objects[Number(index)] ?? fail(text)).split("/")[member === "Namespace" ? 0 : 1];
}

/** @param {string} text */
function itemsOf(text) {
  return [...text.matchAll(/\*(?:updatedPod|createdPods\[(\d)\])/g)].map(([, index]) => {
    return index === undefined ? `${objects[0]}@${updatedRevision}` : `${objects[Number(index)]}@${Number(index) + 2}`;
  });
}

/**
 * @param {string} problem
 * @returns {never}
 */
function fail(problem) {
  throw new Error(`the table is not as it was: ${problem}`);
}
