/** RFC 7541 appendix B: how many bits each byte's code has, and the end's, as letters: `a` for 5, `z` for 30. */
const codeLengths: string =
  "isxxxxxxxtzxxzxxxxxxxxzxxxxxxxxxbffhibdgffdgdbbbaaabbbbbbbcdkbhf" +
  "ibccccccccccccccccccccccdcdioijbkabababbbaccbbbabcbaabccccckgjix" +
  "prpprrrsrssssststtrstssssqrsrsstrqprrssqsrrtqrssqqrqsrssprrrsrrs" +
  "vvporsruvvvwwvtuoqvwwvwtqqvvxwwwptpqrqqsrruuttvsvwvvwwwwwxwwwwwv" +
  "z";

/** The symbol that no string may have. */
const endOfString = 256;

/**
 * The code as a tree: after node n, a bit leads to `tree[2 * n + bit]`, which is a node, or less than zero for a symbol s,
 * as `~s`.
 */
const tree: Int16Array = treeOf(codeLengths);

/**
 * Decodes `bytes` from `start` to before `end` into `target`, and gives how many bytes came out. There are at most 8 for 5 encoded ones.
 *
 * Throws an Error for an end within the string, and for padding of more than seven bits or with a zero.
 */
export function decodeHuffman(bytes: Uint8Array, start: number, end: number, target: Uint8Array): number {
  let written = 0;
  let node = 0;
  /** Bits since the last symbol, and whether they all were ones. */
  let depth = 0;
  let areOnes = true;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    for (let shift = 7; shift >= 0; shift--) {
      const bit = (byte >> shift) & 1;
      node = tree[2 * node + bit]!;
      if (node >= 0) {
        depth++;
        areOnes &&= bit === 1;
        continue;
      }
      if (node === ~endOfString) throw new Error("a Huffman code for the end within a string");
      target[written++] = ~node;
      node = 0;
      depth = 0;
      areOnes = true;
    }
  }
  if (depth > 7 || !areOnes) throw new Error("a Huffman code that is cut off");
  return written;
}

/** The code is canonical: shorter codes come first, and codes of one length are in the order of their symbols. */
function treeOf(lengths: string): Int16Array {
  const nodes = new Int16Array(2 * endOfString);
  let count = 1;
  let code = 0;
  for (let length = 5; length <= 30; length++) {
    code *= 2;
    for (let symbol = 0; symbol <= endOfString; symbol++) {
      if (lengths.charCodeAt(symbol) - 97 + 5 !== length) continue;
      let node = 0;
      for (let left = length - 1; left > 0; left--) {
        const branch = 2 * node + ((code >>> left) & 1);
        if (nodes[branch] === 0) nodes[branch] = count++;
        node = nodes[branch]!;
      }
      nodes[2 * node + (code & 1)] = ~symbol;
      code++;
    }
  }
  return nodes;
}
