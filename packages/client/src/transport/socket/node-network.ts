/** Node's TCP, loaded by the first connection: a client with another transport needs none of it. */
export function nodeNet(): typeof import("node:net") {
  return process.getBuiltinModule("node:net");
}

/** Node's TLS, likewise: it takes about as long to load as this package. */
export function nodeTls(): typeof import("node:tls") {
  return process.getBuiltinModule("node:tls");
}
