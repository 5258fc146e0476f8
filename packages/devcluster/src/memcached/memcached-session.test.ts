import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { MemcachedSession } from "./memcached-session.mjs";
import { MemcachedStatistics } from "./memcached-statistics.mjs";
import { MemcachedStore } from "./memcached-store.mjs";

class Conversation {
  readonly clock = new ManualClock();
  readonly store: MemcachedStore;
  isClosed = false;
  #answer = "";
  readonly #session: MemcachedSession;

  constructor(maxBytes = 1 << 20) {
    const now = () => this.clock.now();
    this.store = new MemcachedStore({ now, maxBytes });
    const statistics = new MemcachedStatistics({ now, pid: 4711, version: "1.6.0", settings: {} });
    const shared = { store: this.store, statistics, version: "1.6.0", maxItemBytes: 1024 };
    this.#session = new MemcachedSession(shared, {
      send: (data) => {
        this.#answer += data.toString("latin1");
      },
      close: () => {
        this.isClosed = true;
      },
    });
  }

  say(text: string): string {
    this.#answer = "";
    this.#session.receive(Buffer.from(text, "latin1"));
    return this.#answer;
  }
}

const long = "k".repeat(251);

describe("MemcachedSession", () => {
  test.each<readonly [string, readonly (readonly [string, string])[]]>([
    [
      "set and get",
      [
        ["set a 7 0 2\r\nhi\r\n", "STORED\r\n"],
        ["get a b\r\n", "VALUE a 7 2\r\nhi\r\nEND\r\n"],
      ],
    ],
    [
      "a value may contain line ends",
      [
        ["set a 0 0 4\r\n\r\n\r\n\r\n", "STORED\r\n"],
        ["get a\r\n", "VALUE a 0 4\r\n\r\n\r\n\r\nEND\r\n"],
      ],
    ],
    [
      "add only what is not there",
      [
        ["add a 0 0 1\r\n1\r\n", "STORED\r\n"],
        ["add a 0 0 1\r\n2\r\n", "NOT_STORED\r\n"],
      ],
    ],
    ["replace only what is there", [["replace a 0 0 1\r\n1\r\n", "NOT_STORED\r\n"]]],
    [
      "append and prepend keep the flags",
      [
        ["set a 5 0 1\r\nb\r\n", "STORED\r\n"],
        ["append a 0 0 1\r\nc\r\n", "STORED\r\n"],
        ["prepend a 0 0 1\r\na\r\n", "STORED\r\n"],
        ["get a\r\n", "VALUE a 5 3\r\nabc\r\nEND\r\n"],
      ],
    ],
    [
      "cas only what has not changed",
      [
        ["cas a 0 0 1 1\r\nx\r\n", "NOT_FOUND\r\n"],
        ["set a 0 0 1\r\nx\r\n", "STORED\r\n"],
        ["gets a\r\n", "VALUE a 0 1 1\r\nx\r\nEND\r\n"],
        ["cas a 0 0 1 1\r\ny\r\n", "STORED\r\n"],
        ["cas a 0 0 1 1\r\nz\r\n", "EXISTS\r\n"],
      ],
    ],
    [
      "incr and decr count in 64 bits",
      [
        ["incr n 1\r\n", "NOT_FOUND\r\n"],
        ["set n 0 0 20\r\n18446744073709551615\r\n", "STORED\r\n"],
        ["incr n 2\r\n", "1\r\n"],
        ["decr n 5\r\n", "0\r\n"],
        ["incr n x\r\n", "CLIENT_ERROR invalid numeric delta argument\r\n"],
        ["set t 0 0 1\r\nx\r\n", "STORED\r\n"],
        ["incr t 1\r\n", "CLIENT_ERROR cannot increment or decrement non-numeric value\r\n"],
      ],
    ],
    [
      "decr fills up with spaces",
      [
        ["set n 0 0 2\r\n10\r\n", "STORED\r\n"],
        ["decr n 1\r\n", "9\r\n"],
        ["get n\r\n", "VALUE n 0 2\r\n9 \r\nEND\r\n"],
      ],
    ],
    [
      "delete",
      [
        ["set a 0 0 0\r\n\r\n", "STORED\r\n"],
        ["delete a\r\n", "DELETED\r\n"],
        ["delete a\r\n", "NOT_FOUND\r\n"],
      ],
    ],
    ["noreply says nothing", [["set a 0 0 1 noreply\r\nx\r\ndelete a noreply\r\nflush_all noreply\r\n", ""]]],
    [
      "flush_all",
      [
        ["set a 0 0 1\r\nx\r\n", "STORED\r\n"],
        ["flush_all\r\n", "OK\r\n"],
        ["get a\r\n", "END\r\n"],
      ],
    ],
    [
      "version and verbosity",
      [
        ["version\r\n", "VERSION 1.6.0\r\n"],
        ["verbosity 1\r\n", "OK\r\n"],
      ],
    ],
    [
      "what is not known is an error",
      [
        ["frob\r\n", "ERROR\r\n"],
        ["get\r\n", "ERROR\r\n"],
        ["set a\r\n", "ERROR\r\n"],
      ],
    ],
    [
      "keys have a limit",
      [
        [`get ${long}\r\n`, "CLIENT_ERROR bad command line format\r\n"],
        [`set ${long} 0 0 1\r\n`, "CLIENT_ERROR bad command line format\r\n"],
      ],
    ],
    [
      "values have a limit, and what was there goes",
      [
        ["set a 0 0 1\r\nx\r\n", "STORED\r\n"],
        [`set a 0 0 2000\r\n${"x".repeat(2000)}\r\n`, "SERVER_ERROR object too large for cache\r\n"],
        ["get a\r\n", "END\r\n"],
      ],
    ],
    [
      "a wrong length is a bad chunk",
      [
        ["set a 0 0 1\r\nxyz\r\n", "CLIENT_ERROR bad data chunk\r\n"],
        ["get a\r\n", "END\r\n"],
      ],
    ],
    ["a negative length is a bad chunk", [["set a 0 0 -1\r\n", "CLIENT_ERROR bad data chunk\r\n"]]],
  ])("%s", (_, exchange) => {
    const conversation = new Conversation();
    for (const [said, answer] of exchange) expect(conversation.say(said)).toBe(answer);
  });

  test("commands may come in pieces and together", () => {
    const conversation = new Conversation();
    const text = "set a 0 0 5\r\nhello\r\nget a\r\n";
    expect([...text].map((piece) => conversation.say(piece)).join("")).toBe(
      "STORED\r\nVALUE a 0 5\r\nhello\r\nEND\r\n",
    );
    expect(new Conversation().say(text)).toBe("STORED\r\nVALUE a 0 5\r\nhello\r\nEND\r\n");
  });

  test("items expire by the clock, also when their time is changed later", () => {
    const conversation = new Conversation();
    conversation.say("set a 0 10 1\r\nx\r\nset b 0 10 1\r\ny\r\nset c 0 -1 1\r\nz\r\n");
    expect(conversation.say("get c\r\n")).toBe("END\r\n");
    expect(conversation.say("touch b 60\r\n")).toBe("TOUCHED\r\n");
    conversation.clock.advance(10_000);
    expect(conversation.say("get a b\r\n")).toBe("VALUE b 0 1\r\ny\r\nEND\r\n");
    expect(conversation.say("gat 100 b\r\n")).toBe("VALUE b 0 1\r\ny\r\nEND\r\n");
    conversation.clock.advance(99_000);
    expect(conversation.say("get b\r\n")).toBe("VALUE b 0 1\r\ny\r\nEND\r\n");
  });

  test("a flush with a delay takes what was stored before its time", () => {
    const conversation = new Conversation();
    conversation.say("set a 0 0 1\r\nx\r\nflush_all 5\r\n");
    expect(conversation.say("get a\r\n")).toContain("VALUE a");
    conversation.clock.advance(5_001);
    conversation.say("set b 0 0 1\r\ny\r\n");
    expect(conversation.say("get a b\r\n")).toBe("VALUE b 0 1\r\ny\r\nEND\r\n");
  });

  test("the least recently used item goes when there is no room", () => {
    const conversation = new Conversation(400);
    for (const key of ["a", "b", "c"]) conversation.say(`set ${key} 0 0 60\r\n${"x".repeat(60)}\r\n`);
    conversation.say("get a\r\n");
    conversation.say(`set d 0 0 60\r\n${"x".repeat(60)}\r\n`);
    expect(conversation.say("get a b c d\r\n").match(/VALUE ./g)).toEqual(["VALUE a", "VALUE c", "VALUE d"]);
    expect(conversation.say("stats\r\n")).toContain("STAT evictions 1\r\n");
    expect(conversation.store.bytes).toBeLessThanOrEqual(400);
  });

  test("stats tell of the process and what was asked", () => {
    const conversation = new Conversation();
    conversation.say("set a 0 0 1\r\nx\r\nget a b\r\n");
    const answer = conversation.say("stats\r\n");
    for (const line of ["pid 4711", "cmd_get 2", "get_hits 1", "get_misses 1", "cmd_set 1", "curr_items 1"]) {
      expect(answer).toContain(`STAT ${line}\r\n`);
    }
    expect(answer.endsWith("END\r\n")).toBe(true);
  });

  test("a line without an end does not fill the memory", () => {
    const conversation = new Conversation();
    expect(conversation.say("x".repeat(70_000))).toBe("CLIENT_ERROR line too long\r\n");
    expect(conversation.isClosed).toBe(true);
  });

  test("quit closes the connection", () => {
    const conversation = new Conversation();
    expect(conversation.say("quit\r\nget a\r\n")).toBe("");
    expect(conversation.isClosed).toBe(true);
  });
});
