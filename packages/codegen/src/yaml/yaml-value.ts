/** What can be written: JSON, with integers beyond 2^53 as bigint. Members that are undefined are not there. */
export type YamlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue | undefined };
