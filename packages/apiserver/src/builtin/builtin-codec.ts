import type { Clock } from "@kubewright/api";
import { decodeObject } from "../codec/decode-object.ts";
import type { GoStruct } from "../codec/go-type.ts";
import type { ObjectCodec } from "../resource/resource.ts";
import type { ApiObject } from "../resource-object.ts";
import type { Defaults } from "./default/defaults.ts";

/** Reads objects of a built-in kind. */
export class BuiltinCodec implements ObjectCodec {
  readonly #type: GoStruct;
  readonly #defaults: Defaults | undefined;
  readonly #clock: Clock;

  constructor(type: GoStruct, defaults: Defaults | undefined, clock: Clock) {
    this.#type = type;
    this.#defaults = defaults;
    this.#clock = clock;
  }

  decode(value: unknown): { readonly object: ApiObject; readonly problems: readonly string[] } {
    const decoded = this.decodePlain(value);
    this.applyDefaults(decoded.object);
    return decoded;
  }

  decodePlain(value: unknown): { readonly object: ApiObject; readonly problems: readonly string[] } {
    return decodeObject(value, this.#type) as { object: ApiObject; problems: readonly string[] };
  }

  applyDefaults(object: ApiObject): void {
    this.#defaults?.(object, this.#clock.now());
  }
}
