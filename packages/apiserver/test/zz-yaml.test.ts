import { test } from "vitest";
import { parseBody } from "../src/codec/parse-body.ts";
test("yaml", { timeout: 600_000 }, () => {
  const n = Number(process.env.N ?? 3_000_000);
  const rep = (s: string) => s.repeat(Math.floor(n / s.length));
  const cases: Record<string, string> = {
    brackets: rep("["), braces: rep("{a: "), dashes: rep("- "), questions: rep("? "), items: rep("- a\n"), pairs: Array.from({ length: n / 12 }, (_, i) => `k${i}: v`).join("\n"),
    anchors: rep("- &a a\n"), aliases: `x: &x 1\ny:\n${rep("- *x\n")}`, shared: `x: &x [${Array.from({ length: 100_000 }, () => "1").join(",")}]\ny:\n${"- *x\n".repeat(200)}`,
    comments: rep("# \n"), blank: rep("\n"), spaces: rep(" "), colons: rep(":"), tags: rep("!!a "), quotes: rep("''"), text: rep("a "), docs: rep("---\n"), flow: `[${rep("a, ")}]`, folded: `a: >\n${rep("  x\n\n")}`, merges: `x: &x {a: b}\ny:\n${rep("  <<: *x\n")}`, exclaim: rep("!"), pct: rep("%a\n"), amp: rep("&a "), star: rep("*a "), tabs: rep("\t"), cr: rep("\r"), keys: rep("a: "),
  };
  for (const [name, text] of Object.entries(cases)) {
    if (process.env.ONLY && process.env.ONLY !== name) continue;
    const t = performance.now();
    let out = "ok";
    try { parseBody(Buffer.from(text), "yaml"); } catch (e) { out = `${(e as Error).name}: ${(e as Error).message.slice(0, 80)}`; }
    console.log(name, Math.round(performance.now() - t), "ms", Math.round(process.memoryUsage().rss / 1e6), "MB rss", out);
  }
});
