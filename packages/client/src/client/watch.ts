import type { KubeObject } from "@kubewright/api";
import type { CollectionOptions } from "./client.ts";

/** What a watch tells. An ERROR from the server is thrown as a StatusError instead. */
export type WatchEvent<T extends KubeObject = KubeObject> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: T }
  /** Everything up to `resourceVersion` has been told. `isInitialEventsEnd`: so has all that existed at the start. */
  | { readonly type: "BOOKMARK"; readonly resourceVersion: string; readonly isInitialEventsEnd: boolean };

export interface WatchOptions extends CollectionOptions {
  /** Tell what happened after this version. @default tell what exists now as ADDED, then go on */
  readonly resourceVersion?: string;
  /** Start with all that exists, then a bookmark with `isInitialEventsEnd` (WatchList). @default false */
  readonly sendInitialEvents?: boolean;
  /**
   * The server ends the watch after so long; the iteration then ends without an error.
   * @default from 240 up to 300, by chance for each watch: those that began together do not all end together
   */
  readonly timeoutSeconds?: number;
  /**
   * The watch fails with ClientError `WATCH_STALLED` when not a byte came for so long.
   * @default timeoutSeconds and ten seconds: a server that is alive would have ended the watch by then
   */
  readonly idleTimeoutMs?: number;
  /** Called when the server has accepted the watch, which may be long before there is an event. Must not throw. */
  readonly onOpen?: () => void;
}
