import type { HostileRequest } from "../hostile-request.ts";

const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** The same bytes each time. */
function noise(seed: number, length: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
}

function field(number: number, bytes: Buffer | string): Buffer {
  const content = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  return Buffer.concat([varint((number << 3) | 2), varint(content.length), content]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

/** What a body of this kind is wrapped in. */
function unknown(raw: Buffer, kind = "ConfigMap"): Buffer {
  const type = Buffer.concat([field(1, "v1"), field(2, kind)]);
  return Buffer.concat([magic, field(1, type), field(2, raw), field(3, ""), field(4, "")]);
}

const name = field(1, field(1, "protobuf"));

const bodies: Readonly<Record<string, Buffer>> = {
  empty: Buffer.alloc(0),
  "of the magic alone": magic,
  "of half the magic": magic.subarray(0, 2),
  "without the magic": unknown(name).subarray(4),
  "of JSON behind the magic": Buffer.concat([magic, Buffer.from('{"kind":"ConfigMap"}')]),
  "of another kind": unknown(name, "Secret"),
  "of an unknown kind": unknown(name, "Nothing"),
  "without an object": Buffer.concat([magic, field(1, Buffer.concat([field(1, "v1"), field(2, "ConfigMap")]))]),
  "whose length is past the end": Buffer.concat([magic, Buffer.from([0x12, 0xff, 0x7f])]),
  "whose length is past all bounds": Buffer.concat([
    magic,
    Buffer.from([0x12]),
    Buffer.alloc(9, 0xff),
    Buffer.from([0x01]),
  ]),
  "whose number never ends": Buffer.concat([magic, Buffer.alloc(1_000, 0xff)]),
  "of groups in groups": unknown(Buffer.alloc(100_000, 0x0b)),
  "of messages in messages": unknown(nestedMessages(5_000)),
  "whose text is no UTF-8": unknown(field(1, field(1, Buffer.from([0xff, 0xfe])))),
  "with field zero": unknown(Buffer.from([0x02, 0x00])),
  "of a wire type that is none": unknown(Buffer.from([0x0f])),
  "of a hundred thousand empty fields": unknown(
    Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from([0x12, 0x00]))),
  ),
};

function nestedMessages(depth: number): Buffer {
  let bytes: Buffer = Buffer.alloc(0);
  for (let level = 0; level < depth; level++) bytes = field(1, bytes);
  return bytes;
}

function post(what: string, body: Buffer): HostileRequest {
  return {
    name: `a protobuf body ${what}`,
    method: "POST",
    target: "/api/v1/namespaces/default/configmaps",
    headers: ["Content-Type: application/vnd.kubernetes.protobuf"],
    body,
  };
}

/** Bodies in protobuf that are none. */
export const protobufRequests: readonly HostileRequest[] = [
  ...Object.entries(bodies).map(([what, body]) => post(what, body)),
  ...Array.from({ length: 40 }, (_, seed) =>
    post(`of noise ${seed}`, Buffer.concat([magic, noise(seed + 1, 40 + 7 * seed)])),
  ),
  ...Array.from({ length: 40 }, (_, seed) => post(`around noise ${seed}`, unknown(noise(seed + 101, 5 + 3 * seed)))),
];
