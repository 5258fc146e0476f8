import type { HostileRequest } from "./hostile-request.ts";
import { bodyRequests } from "./request/body-requests.ts";
import { depthRequests } from "./request/depth-requests.ts";
import { headerRequests } from "./request/header-requests.ts";
import { patchRequests } from "./request/patch-requests.ts";
import { patternDefinitions, patternRequests } from "./request/pattern-requests.ts";
import { protobufRequests } from "./request/protobuf-requests.ts";
import { rawRequests } from "./request/raw-requests.ts";
import { selectorRequests } from "./request/selector-requests.ts";
import { sizeRequests } from "./request/size-requests.ts";
import { targetRequests } from "./request/target-requests.ts";
import { tokenRequests } from "./request/token-requests.ts";

/** In the order in which they are sent. */
export const hostileRequests: Readonly<Record<string, readonly HostileRequest[]>> = {
  bodies: bodyRequests,
  sizes: sizeRequests,
  depth: depthRequests,
  selectors: selectorRequests,
  tokens: tokenRequests,
  headers: headerRequests,
  raw: rawRequests,
  patches: patchRequests,
  protobuf: protobufRequests,
  "pattern definitions": patternDefinitions,
  patterns: patternRequests,
  targets: targetRequests,
};
