import { open, readFile } from "node:fs/promises";

/** Something to put into a tar file. What it does not say is always the same: owner root, time zero. */
export type TarSource =
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "symlink"; readonly path: string; readonly target: string }
  | { readonly type: "file"; readonly path: string; readonly isExecutable?: boolean; readonly content: TarContent };

/** Bytes, a whole file, or a part of one. */
export type TarContent =
  | Uint8Array
  | { readonly file: string }
  | { readonly file: string; readonly offset: number; readonly size: number };

const blockBytes = 512;
const chunkBytes = 1 << 18;
const flags = { file: "0", symlink: "2", folder: "5" };

/** A tar file of these, in this order: the same bytes for the same content, wherever and whenever it is made. */
export async function* tarBytes(sources: Iterable<TarSource>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for (const source of sources) {
    for await (const bytes of entryBytes(source)) {
      waiting.push(bytes);
      size += bytes.length;
      if (size < chunkBytes) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      size = 0;
    }
  }
  yield Buffer.concat([...waiting, Buffer.alloc(2 * blockBytes)]);
}

async function* entryBytes(source: TarSource): AsyncGenerator<Uint8Array> {
  if (source.type !== "file") {
    yield* headerBytes(source, 0);
    return;
  }
  const { content } = source;
  if (content instanceof Uint8Array || !("offset" in content)) {
    const bytes = content instanceof Uint8Array ? content : await readFile(content.file);
    yield* headerBytes(source, bytes.length);
    yield bytes;
    yield padding(bytes.length);
    return;
  }
  yield* headerBytes(source, content.size);
  yield* partOf(content);
  yield padding(content.size);
}

/** A part of a file, piece by piece. */
export async function* partOf(part: {
  readonly file: string;
  readonly offset: number;
  readonly size: number;
}): AsyncGenerator<Uint8Array> {
  const handle = await open(part.file, "r");
  try {
    for (let done = 0; done < part.size; ) {
      const length = Math.min(chunkBytes, part.size - done);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, part.offset + done);
      if (bytesRead === 0) throw new Error(`${part.file} ends before its content does`);
      yield buffer.subarray(0, bytesRead);
      done += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

function* headerBytes(source: TarSource, size: number): Generator<Uint8Array> {
  const path = source.type === "folder" ? `${source.path}/` : source.path;
  const target = source.type === "symlink" ? source.target : "";
  const mode = source.type === "file" && source.isExecutable !== true ? 0o644 : 0o755;
  const [prefix, name] = splitPath(path);
  const records = [
    ...(name === undefined ? [paxRecord("path", path)] : []),
    ...(Buffer.byteLength(target) > 100 ? [paxRecord("linkpath", target)] : []),
  ].join("");
  if (records !== "") {
    const body = Buffer.from(records);
    yield header({ name: "PaxHeader", prefix: "", mode: 0o644, size: body.length, flag: "x", target: "" });
    yield body;
    yield padding(body.length);
  }
  const short = name ?? Buffer.from(path).subarray(0, 100).toString("latin1");
  yield header({ name: short, prefix, mode, size, flag: flags[source.type], target });
}

/** Prefix and name, where they fit in a header; no name where they do not. */
function splitPath(path: string): [prefix: string, name: string | undefined] {
  if (!/^[\x20-\x7e]*$/.test(path)) return ["", undefined];
  if (path.length <= 100) return ["", path];
  const slash = path.indexOf("/", path.length - 101);
  if (slash <= 0 || slash > 155 || slash >= path.length - 1) return ["", undefined];
  return [path.slice(0, slash), path.slice(slash + 1)];
}

/** `30 path=some/long/name`: the number counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}

interface Header {
  readonly name: string;
  readonly prefix: string;
  readonly mode: number;
  readonly size: number;
  readonly flag: string;
  readonly target: string;
}

function header({ name, prefix, mode, size, flag, target }: Header): Uint8Array {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, offset: number, length: number) =>
    block.write(value.toString(8).padStart(length - 1, "0"), offset, "latin1");
  block.write(name, 0, 100, "latin1");
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  if (size < 8 ** 11) octal(size, 124, 12);
  else {
    block[124] = 0x80;
    block.writeUIntBE(size, 130, 6);
  }
  octal(0, 136, 12);
  block.write(flag, 156, "latin1");
  block.write(target, 157, 100, "utf8");
  block.write("ustar\x0000", 257, "latin1");
  block.write(prefix, 345, 155, "latin1");
  block.fill(0x20, 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

function padding(size: number): Uint8Array {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}
