import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Compiler } from "./compiler.js";
const compiler = new Compiler();
let folder = "";
beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "kubewright-compiler-"));
    const files = {
        "tsconfig.json": '{ "extends": "./base.json", "files": [] }',
        "base.json": '{ "compilerOptions": { "paths": { "#types/*": ["./shared/*"] }, "types": ["nothing"], "lib": ["es5"] } }',
        "old/tsconfig.json": '{ "compilerOptions": { "baseUrl": "../shared", "paths": { "@/*": ["*"] } } }',
        "broken/tsconfig.json": '{ "extends": "nowhere", "compilerOptions": { "noResolve": true, "outFile": "x"',
        "shared/a.ts": "export interface A {}",
        "node_modules/typed/package.json": '{ "name": "typed", "exports": { ".": { "types": "./types/index.d.ts" } } }',
        "node_modules/typed/types/index.d.ts": "export interface B {}",
        "node_modules/untyped/package.json": '{ "name": "untyped", "main": "index.js" }',
        "node_modules/untyped/index.js": "",
        "api/empty.ts": "",
    };
    for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
    }
});
afterAll(() => {
    compiler.close();
    rmSync(folder, { recursive: true });
});
describe("parse", () => {
    test("gives positions in the text also behind characters of several bytes", () => {
        const text = 'const a = "\u{1F600}é"; interface Später { /* ü */ größe: string }';
        const [file] = compiler.parse([{ path: "/p/a.ts", text }]);
        const [declaration] = file.statements[1].declarations;
        expect(text.slice(declaration.start)).toMatch(/^Später/);
        expect(file.comments.map(({ start, end }) => text.slice(start, end))).toEqual(["/* ü */"]);
    });
    test("takes the text that it is given, each time", () => {
        const names = (text) => compiler
            .parse([{ path: "/p/b.ts", text }])[0]
            .statements.flatMap(({ declarations }) => declarations.map(({ name }) => name));
        expect([names("type A = 1"), names("type B = 1"), names("type A = 1")]).toEqual([["A"], ["B"], ["A"]]);
    });
    test("tells where a file is not TypeScript, and reads the rest", () => {
        const [file] = compiler.parse([{ path: "/p/c.ts", text: "interface A { }\n}\ninterface B {}" }]);
        expect(file.errors).toEqual([{ start: 16, message: "Declaration or statement expected." }]);
        expect(file.statements.map(({ declarations }) => declarations[0]?.name)).toEqual(["A", "B"]);
    });
    test("reads what imports and exports name", () => {
        const text = `import d, { a, type b as c } from "./x.ts"; import * as n from "n"; import "./effect.ts";
      export { a as e, c }; export * from "./y.ts"; export * as all from "z"; export { q as r } from "w"; export default d;`;
        const [file] = compiler.parse([{ path: "/p/d.ts", text }]);
        expect(file.imports.map(({ local, imported, specifier }) => `${local}=${imported}@${specifier}`)).toEqual([
            "d=default@./x.ts",
            "a=a@./x.ts",
            "c=b@./x.ts",
            "n=*@n",
        ]);
        expect(file.exports.map(({ exported, local, specifier }) => `${exported}=${local}@${specifier}`)).toEqual([
            "e=a@undefined",
            "c=c@undefined",
            "*=*@./y.ts",
            "all=*@z",
            "r=q@w",
            "default=d@undefined",
        ]);
    });
});
describe("resolve", () => {
    test("takes the base of paths from a tsconfig.json for older compilers", () => {
        const request = (specifier) => ({ folder, specifier, config: join(folder, "old/tsconfig.json") });
        const found = compiler.resolve([request("@/a"), request("a"), request("typed"), request("nowhere")]);
        expect(found.map((path) => path?.replace(folder, ""))).toEqual([
            "/shared/a.ts",
            "/shared/a.ts",
            "/node_modules/typed/types/index.d.ts",
            undefined,
        ]);
    });
    test("finds what it can with a tsconfig.json that is broken", () => {
        const config = join(folder, "broken/tsconfig.json");
        const [found] = compiler.resolve([{ folder, specifier: "typed", config }]);
        expect(found?.replace(folder, "")).toBe("/node_modules/typed/types/index.d.ts");
    });
    test("finds packages, and what the user's tsconfig.json maps, whatever else it says", () => {
        const request = (specifier, config) => ({ folder: join(folder, "api"), specifier, config });
        const config = join(folder, "tsconfig.json");
        const found = compiler.resolve([
            request("typed"),
            request("typed", config),
            request("#types/a", config),
            request("#types/a"),
            request("untyped"),
            request("nowhere", config),
        ]);
        expect(found.map((path) => path?.replace(folder, ""))).toEqual([
            "/node_modules/typed/types/index.d.ts",
            "/node_modules/typed/types/index.d.ts",
            "/shared/a.ts",
            undefined,
            undefined,
            undefined,
        ]);
    });
});
test("a compiler that was closed says so, and may be closed again", () => {
    const closed = new Compiler();
    closed.close();
    closed.close();
    expect(() => closed.parse([{ path: "/p/a.ts", text: "" }])).toThrow(/TypeScript compiler of @kubewright\/codegen stopped/);
});
