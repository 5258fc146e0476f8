import { describe, expect, test } from "vitest";
import { problemsOfExtraArguments, setsSizeClasses } from "./extra-arguments.ts";

describe("setsSizeClasses", () => {
  test.each<[args: string[], isSo: boolean]>([
    [[], false],
    [["-I", "2m", "-v"], false],
    [["-o", "idle_timeout=600"], false],
    [["-f", "1.1"], true],
    [["-vf1.1"], true],
    [["-n", "10"], true],
    [["--slab-growth-factor=1.1"], true],
    [["--slab-min-size", "10"], true],
    [["--max-item-size=2m"], false],
    [["-o", "modern,slab_sizes=100-200"], true],
    [["--extended=slab_chunk_max=16k"], true],
    [["-oslab_chunk_max=16k"], true],
  ])("%j: %s", (args, isSo) => {
    expect(setsSizeClasses(args)).toBe(isSo);
  });
});

describe("problemsOfExtraArguments", () => {
  test.each<[args: string[]]>([
    [[]],
    [["-I", "2m"]],
    [["-I2m", "-f", "1.1", "-vv"]],
    [["-o", "idle_timeout=600,no_lru_crawler"]],
    [["--extended=idle_timeout=600", "--max-item-size=2m", "--listen-backlog=512", "--memory-file=/x", "--verbose"]],
    [["-D", "-p"]],
    [["-CF"]],
    [["--", "-p"]],
  ])("finds nothing wrong with %j", (args) => {
    expect(problemsOfExtraArguments(args)).toEqual([]);
  });

  test.each<[args: string[], field: string]>([
    [["-p", "1"], "port"],
    [["-p1"], "port"],
    [["-vp1"], "port"],
    [["--port=1"], "port"],
    [["--po", "1"], "port"],
    [["-m", "1024"], "memory"],
    [["-m=1024"], "memory"],
    [["--memory-limit=1024"], "memory"],
    [["--memory-l=1024"], "memory"],
    [["-c", "9"], "maxConnections"],
    [["-Mc9"], "maxConnections"],
    [["--conn-limit", "9"], "maxConnections"],
    [["-I", "2m", "-t", "8"], "threads"],
    [["--threads=8"], "threads"],
  ])("says which field %j is for: %s", (args, field) => {
    const [problem] = problemsOfExtraArguments(args);
    expect(problem).toMatch(
      new RegExp(`^extraArgs have "[^"]+", which spec\\.${field} is for: set that field instead$`),
    );
  });

  test.each<[args: string[]]>([
    [["-l", "0.0.0.0"]],
    [["--listen=0.0.0.0"]],
    [["--li=0.0.0.0"]],
    [["-U", "11211"]],
    [["--udp-port=1"]],
    [["-s", "/tmp/socket"]],
    [["-u", "root"]],
    [["-d"]],
    [["-vd"]],
    [["--daemon"]],
    [["-P/pid"]],
    [["-h"]],
    [["--help"]],
    [["-i"]],
    [["-V"]],
    [["--ver"]],
  ])("says that %j is of no use", (args) => {
    const problems = problemsOfExtraArguments(args);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/; leave it out$/);
  });

  test("misses the value of the last one", () => {
    expect(problemsOfExtraArguments(["-v", "-o"])).toEqual(['extraArgs end with "-o", which needs a value after it']);
  });

  test.each([
    [["-o", "modern,hashpower=30"]],
    [["--extended", "hashpower=30"]],
    [["--extended=hashpower=30"]],
    [["-ohashpower=30"]],
    [["--listen-backlog", "--", "-o", "hashpower=30"]],
  ])("refuses in %j a hash table that nobody counts the memory of", (args) => {
    expect(problemsOfExtraArguments(args)).toEqual([expect.stringMatching(/hashpower.*leave it out/)]);
  });
});
