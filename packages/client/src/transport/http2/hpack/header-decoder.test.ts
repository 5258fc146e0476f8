import { describe, expect, test } from "vitest";
import { HeaderDecoder } from "./header-decoder.ts";

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(" ", ""), "hex");
}

function decode(decoder: HeaderDecoder, hex: string): string[] {
  return decoder.decode(bytes(hex)).map(({ name, value }) => `${name}: ${value}`);
}

const request = [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"];
const lastRequest = [
  ":method: GET",
  ":scheme: https",
  ":path: /index.html",
  ":authority: www.example.com",
  "custom-key: custom-value",
];
const redirect = [
  "cache-control: private",
  "date: Mon, 21 Oct 2013 20:13:21 GMT",
  "location: https://www.example.com",
] as const;
const lastResponse = [
  ":status: 200",
  "cache-control: private",
  "date: Mon, 21 Oct 2013 20:13:22 GMT",
  "location: https://www.example.com",
  "content-encoding: gzip",
  "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
];

/** The examples of RFC 7541 appendix C: blocks of one connection, and what they say. */
const examples: [section: string, blocks: [hex: string, headers: readonly string[]][]][] = [
  [
    "C.2.1, a literal that goes into the table",
    [["400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572", ["custom-key: custom-header"]]],
  ],
  ["C.2.2, a literal that does not", [["040c 2f73 616d 706c 652f 7061 7468", [":path: /sample/path"]]]],
  ["C.2.3, a literal that never does", [["1008 7061 7373 776f 7264 0673 6563 7265 74", ["password: secret"]]]],
  ["C.2.4, an index", [["82", [":method: GET"]]]],
  [
    "C.3, requests",
    [
      ["8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d", request],
      ["8286 84be 5808 6e6f 2d63 6163 6865", [...request, "cache-control: no-cache"]],
      ["8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65", lastRequest],
    ],
  ],
  [
    "C.4, requests with Huffman codes",
    [
      ["8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff", request],
      ["8286 84be 5886 a8eb 1064 9cbf", [...request, "cache-control: no-cache"]],
      ["8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf", lastRequest],
    ],
  ],
  // The table of the next two has 256 bytes, which is said first here.
  [
    "C.5, answers, for which others leave the table",
    [
      [
        "3fe1 01 4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 " +
          "3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
        [":status: 302", ...redirect],
      ],
      ["4803 3330 37c1 c0bf", [":status: 307", ...redirect]],
      [
        "88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f " +
          "6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 " +
          "303b 2076 6572 7369 6f6e 3d31",
        lastResponse,
      ],
    ],
  ],
  [
    "C.6, likewise with Huffman codes",
    [
      [
        "3fe1 01 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad " +
          "1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
        [":status: 302", ...redirect],
      ],
      ["4883 640e ffc1 c0bf", [":status: 307", ...redirect]],
      [
        "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 " +
          "dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07",
        lastResponse,
      ],
    ],
  ],
];

test.each(examples)("reads the example %s", (_section, blocks) => {
  const decoder = new HeaderDecoder(4096);
  for (const [hex, headers] of blocks) expect(decode(decoder, hex)).toEqual(headers);
});

describe("a header block is refused that", () => {
  test.each([
    ["has the index 0", "80", "the header index 0"],
    ["has an index that stands for nothing", "be", "the header index 62"],
    ["has a name's index that stands for nothing", "7f 40 01 61", "the header index"],
    ["ends in an integer", "ff", "cut off"],
    ["ends before a name", "40", "cut off"],
    ["ends in a string", "40 0a 61 62", "cut off"],
    ["has an integer that never ends", "ff 80 80 80 80 80 80 80 80", "too large"],
    ["has an integer that overflows", "ff ff ff ff ff ff 0f", "too large"],
    ["has a string longer than itself", "40 7f ff ff ff 7f", "cut off"],
    ["asks for a larger table than allowed", "3f e2 1f", "a header table of 4097 bytes"],
    ["changes the table after a header", "82 20", "after a header"],
    ["has an upper-case name", "40 01 41 01 61", '"A"'],
    ["has an empty name", "40 00 01 61", '""'],
    ["has a line break in a value", "40 01 61 03 61 0d 0a", '"a"'],
    ["has a Huffman code that is cut off", "40 01 61 81 fe", "Huffman"],
    ["has a Huffman code padded with zeros", "40 01 61 81 00", "Huffman"],
    ["has a Huffman code padded with a whole byte", "40 01 61 82 1f ff", "Huffman"],
    ["has the end in a Huffman code", "40 01 61 84 ff ff ff ff", "Huffman"],
  ])("%s", (_name, hex, problem) => {
    expect(() => decode(new HeaderDecoder(4096), hex)).toThrow(problem);
  });

  test("adds up to more than allowed, by a few bytes that stand for much", () => {
    const decoder = new HeaderDecoder(64 * 1024);
    const value = Buffer.alloc(3000, "a");
    const first = Buffer.concat([bytes("40 01 61 7f b9 16"), value]);
    expect(decoder.decode(first)).toHaveLength(1);
    expect(() => decoder.decode(Buffer.alloc(30, 0xbe))).toThrow("headers of more than 65536 bytes");
  });
});

test("a table that is made smaller forgets, and one of no size holds nothing", () => {
  const decoder = new HeaderDecoder(4096);
  expect(decode(decoder, "40 01 61 01 62 be")).toEqual(["a: b", "a: b"]);
  expect(() => decode(decoder, "20 be")).toThrow("the header index 62");
  expect(() => decode(new HeaderDecoder(4096), "20 40 01 61 01 62 be")).toThrow("the header index 62");
});
