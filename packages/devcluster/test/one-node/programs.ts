import { type Container, Pod, type PodSpec } from "@kubewright/api/core/v1";
import type { ImageConfig } from "../../../../e2e/cluster/images.ts";
import type { ImageAdapter } from "../../src/image/image-adapter.ts";

/** An image that has Node, and another version of it. */
export const image = "example.com/one-node/program:v1";
export const nextImage = "example.com/one-node/program:v2";
/** It has Node too, but does not say what to run. */
export const emptyImage = "example.com/one-node/empty:v1";

/** What the real node has. */
export const images: Readonly<Record<string, ImageConfig>> = {
  [image]: { Cmd: ["node"], Labels: { version: "1" } },
  [nextImage]: { Cmd: ["node"], Labels: { version: "2" } },
  [emptyImage]: {},
};

/** The same images as processes of this machine. */
export const nodePrograms: ImageAdapter = {
  async programFor({ image: name, command = [], args = [] }) {
    const config = images[name];
    if (config === undefined) return undefined;
    const { Entrypoint = [], Cmd = [] } = config;
    const line = [
      ...(command.length > 0 ? command : Entrypoint),
      ...(args.length > 0 || command.length > 0 ? args : Cmd),
    ];
    const [program, ...rest] = line;
    return { argv: program === "node" ? [process.execPath, ...rest] : line, imageId: name };
  },
};

/** Ends well when it is told to end: the first process of a container does not by itself. */
export const ends = "process.on('SIGTERM', () => process.exit(0));";
/** Does nothing, for as long as it may. */
export const idle = `${ends} setInterval(() => {}, 1000)`;
/** Listens on port 21873. */
export const listens = "require('net').createServer().listen(21873, process.env.POD_IP);";
/** Answers on port 21873: with the status that the path names, not at all at /hang. */
export const serve = `${ends} require('http').createServer((request, response) => {
  if (request.url === '/hang') return;
  response.statusCode = Number(request.url.slice(1)) || 200;
  response.end('ok');
}).listen(21873, process.env.POD_IP)`;

/** Does something as soon as another program of the pod listens on port 21873. */
export function whenListening(then: string): string {
  return `const look = () => require('net').connect(21873, process.env.POD_IP).on('error', () => setTimeout(look, 50))
  .on('connect', () => { ${then} }); look();`;
}

/** A container that runs a program for Node. */
export function program(text: string, more: Partial<Container> = {}): Container {
  return {
    name: "main",
    image,
    command: ["node", "-e", text],
    env: [{ name: "POD_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } }],
    ...more,
  };
}

/** A pod that an object's holder keeps after its end, so that its last status can be read. */
export const holder = "example.com/one-node";

export function pod(name: string, spec: Partial<PodSpec>, metadata: Partial<Pod["metadata"]> = {}): Pod {
  return Pod.of({ metadata: { name, ...metadata }, spec: { containers: [], ...spec } });
}
