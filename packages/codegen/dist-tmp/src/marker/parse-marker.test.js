import { describe, expect, test } from "vitest";
import { parseMarker } from "./parse-marker.js";
describe("parseMarker", () => {
    test("gives the definition and the arguments", () => {
        const { marker, problems } = parse("kubebuilder:resource:path=caches,shortName=c;ca,scope=Cluster", "type");
        expect(problems).toEqual([]);
        expect(marker).toMatchObject({
            definition: { name: "kubebuilder:resource", target: "type" },
            args: { path: "caches", shortName: ["c", "ca"], scope: "Cluster" },
            position: { file: "api/cache.ts", line: 7, column: 4 },
        });
    });
    test("reads a value without a name under the empty name", () => {
        expect(parse("kubebuilder:validation:Minimum=1", "field").marker?.args).toEqual({ "": 1 });
        expect(parse("kubebuilder:default={size: 9007199254740993}", "field").marker?.args).toEqual({
            "": { size: 9007199254740993n },
        });
        expect(parse("kubebuilder:default:=a", "field").marker?.args).toEqual({ "": "a" });
        expect(parse("optional", "field").marker?.args).toEqual({});
    });
    test.each([
        "1 for this",
        " - a list that begins with plus",
        " optional",
        "",
        "k8s:openapi-gen=true",
        "k8s:minLength=1",
        "k8s:minItems=1",
        "genclient:nonNamespaced",
        "kubebuilder:scaffold:imports",
        'operator-sdk:csv:customresourcedefinitions:displayName="Cache"',
        "patchStrategy=merge",
        "enum",
        "example.com/anything=1",
        "default values are in the table below",
    ])("passes over %j, as prose or another tool's", (text) => {
        for (const target of ["package", "type", "field"]) {
            expect(parse(text, target).problems.filter(({ severity }) => severity === "error")).toEqual([]);
        }
    });
    test.each([
        [
            "kubebuilder:validation:Minumum=1",
            "field",
            "there is no marker +kubebuilder:validation:Minumum; did you mean +kubebuilder:validation:Minimum?",
        ],
        [
            "kubebuilder:validation:minlength=1",
            "field",
            "there is no marker +kubebuilder:validation:minlength; did you mean +kubebuilder:validation:MinLength?",
        ],
        [
            "kubebuilder:validaton:Minimum=1",
            "field",
            "there is no marker +kubebuilder:validaton:Minimum; did you mean +kubebuilder:validation:Minimum?",
        ],
        [
            "kubebuilder:printcolum:name=A,type=string,JSONPath=.a",
            "type",
            "there is no marker +kubebuilder:printcolum:name; did you mean +kubebuilder:printcolumn?",
        ],
        [
            "kubebuilder:subresource:stauts",
            "type",
            "there is no marker +kubebuilder:subresource:stauts; did you mean +kubebuilder:subresource:status?",
        ],
        [
            "kubebuilder:frobnicate=1",
            "type",
            "there is no marker +kubebuilder:frobnicate; kubewright manifests -w lists all",
        ],
        ["Kubebuilder:default=1", "field", "there is no marker +Kubebuilder:default; did you mean +kubebuilder:default?"],
        ["optinal", "field", "there is no marker +optinal; did you mean +optional?"],
        ["listtype=map", "field", "there is no marker +listtype; did you mean +listType?"],
        ["k8s:imutable", "field", "there is no marker +k8s:imutable; did you mean +k8s:immutable?"],
        [" kubebuilder:default=1", "field", "there must be no space between + and kubebuilder:default"],
        [
            "kubebuilder:validation:Required since 1.2",
            "field",
            "+kubebuilder:validation:Required is followed by text, so it is not read as a marker; put the text on a line of its own",
        ],
        [
            "kubebuilder:resource:path",
            "type",
            "+kubebuilder:resource: path has no value; write it as in +kubebuilder:resource:path=memcacheds,shortName=mc;mcd,categories=all,scope=Namespaced",
        ],
    ])("%s is misspelt", (text, target, message) => {
        expect(parse(text, target).problems).toEqual([
            { severity: "error", message, position: { file: "api/cache.ts", line: 7, column: 4 } },
        ]);
    });
    test.each([
        ["kubebuilder:resource:path=a", "field", "+kubebuilder:resource belongs on a type, not on a field"],
        ["kubebuilder:default=1", "type", "+kubebuilder:default belongs on a field, not on a type"],
        [
            "kubebuilder:validation:Minimum=1",
            "package",
            "+kubebuilder:validation:Minimum belongs on a type or a field, not on a module",
        ],
        [
            "groupName=a.b",
            "field",
            "+groupName belongs on a module, not on a field: put it in a comment that stands alone, with an empty line after it",
        ],
        [
            "kubebuilder:validation:Required",
            "type",
            "+kubebuilder:validation:Required belongs on a module or a field, not on a type",
        ],
        ["k8s:enum", "field", "+k8s:enum belongs on a type, not on a field"],
    ])("%s on a %s is in the wrong place", (text, target, message) => {
        const { marker, problems } = parse(text, target);
        expect(marker).toBeUndefined();
        expect(problems.map((problem) => problem.message)).toEqual([message]);
    });
    test.each([
        [
            "kubebuilder:validation:Minimum",
            "field",
            35,
            "+kubebuilder:validation:Minimum: its value is missing; write it as in +kubebuilder:validation:Minimum=1",
        ],
        [
            "kubebuilder:validation:Minimum=one",
            "field",
            36,
            '+kubebuilder:validation:Minimum: expected a number, found "one"; write it as in +kubebuilder:validation:Minimum=1',
        ],
        [
            "kubebuilder:validation:MaxLength=1.5",
            "field",
            38,
            '+kubebuilder:validation:MaxLength: expected an integer, found "1.5"; write it as in +kubebuilder:validation:MaxLength=63',
        ],
        [
            "kubebuilder:validation:Minimum:value=1",
            "field",
            36,
            '+kubebuilder:validation:Minimum: its value has no name, found "value"; write it as in +kubebuilder:validation:Minimum=1',
        ],
        [
            "kubebuilder:subresource:status=true",
            "type",
            36,
            '+kubebuilder:subresource:status: it takes no argument, found "true"; write it as in +kubebuilder:subresource:status',
        ],
        [
            "kubebuilder:selectablefield=.spec.a",
            "type",
            32,
            "+kubebuilder:selectablefield: its arguments have names; write it as in +kubebuilder:selectablefield:JSONPath=.spec.tier",
        ],
        [
            "kubebuilder:selectablefield:jsonPath=.spec.a",
            "type",
            33,
            '+kubebuilder:selectablefield: there is no argument "jsonPath" (did you mean JSONPath?); write it as in +kubebuilder:selectablefield:JSONPath=.spec.tier',
        ],
        [
            "kubebuilder:rbac:groups=apps,resources=pods,verb=get",
            "package",
            49,
            '+kubebuilder:rbac: there is no argument "verb" (did you mean verbs?); write it as in',
        ],
        [
            "kubebuilder:rbac:groups=apps,resources=pods",
            "package",
            48,
            "+kubebuilder:rbac: the argument verbs is missing; write it as in",
        ],
        [
            "kubebuilder:subresource:scale",
            "type",
            34,
            "+kubebuilder:subresource:scale: the arguments specpath, statuspath are missing; write it as in",
        ],
        [
            "kubebuilder:rbac:groups=a,resources=b,verbs=get ;list",
            "package",
            49,
            "+kubebuilder:rbac: white space before a separator cuts off the word before it; remove the space, or put quotes around the text; write it as in",
        ],
        [
            "kubebuilder:validation:Enum=a,b",
            "field",
            34,
            '+kubebuilder:validation:Enum: there is more than its argument: ",b" (values are separated by ";"); write it as in +kubebuilder:validation:Enum=Always;Never;OnFailure',
        ],
        [
            "default={a: 1}",
            "field",
            13,
            '+default: expected JSON, as in "text", 1, true, [1] or {"a": 1}, found {a: 1}; write it as in +default={"size": 1}',
        ],
        [
            "kubebuilder:rbac:groups=a,resources=b,verbs=get,list",
            "package",
            53,
            '+kubebuilder:rbac: list is not the name of an argument; values of verbs are separated by ";"',
        ],
        [
            "kubebuilder:validation:Pattern=^[a-z]{1,3}$",
            "field",
            44,
            '+kubebuilder:validation:Pattern: there is more than its argument: ",3}$" (text with separators needs quotes);',
        ],
    ])("%s has wrong arguments", (text, target, column, message) => {
        const { marker, problems } = parse(text, target);
        expect(marker).toBeUndefined();
        expect(problems).toMatchObject([{ severity: "error", position: { line: 7, column } }]);
        expect(problems[0].message).toContain(message);
    });
    test("warns of an argument given twice, and of text behind a marker that may be prose", () => {
        expect(parse("kubebuilder:resource:path=a,path=b", "type")).toMatchObject({
            marker: { args: { path: "b" } },
            problems: [{ severity: "warning", message: "+kubebuilder:resource: path is given twice; the last value counts" }],
        });
        expect(parse("optional the size", "field").problems).toMatchObject([{ severity: "warning" }]);
    });
    test("accepts markers that have no effect here, whatever their arguments", () => {
        for (const text of [
            "k8s:deepcopy-gen=package,register",
            "kubebuilder:webhook:path=/a",
            "kubebuilder:ac:generate",
        ]) {
            const { marker, problems } = parse(text, "package");
            expect(problems).toEqual([]);
            expect(marker?.definition.ignored).toMatch(/\w/);
        }
    });
});
function parse(text, target) {
    const problems = [];
    const position = { file: "api/cache.ts", line: 7, column: 4 };
    return { marker: parseMarker({ text, position }, target, (problem) => problems.push(problem)), problems };
}
