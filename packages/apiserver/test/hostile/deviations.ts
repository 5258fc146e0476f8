/** Why the embedded server answers some requests in other words than the reference, by group and name; "" for all of a group. */
export const deviations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bodies: {
    "a YAML body that opens a list": "the YAML library has other words",
    "a YAML body of quotes": "the YAML library takes an odd number of quotes for a text",
    "a YAML body with a very long key": "the YAML library has other words",
    "a YAML body of percent signs": "the YAML library has other words",
    "a YAML body of ampersands": "the YAML library wants one anchor for one node",
  },
  raw: { "": "Node reads HTTP, and is stricter in some things and less so in others" },
  protobuf: {
    "a protobuf body of messages in messages": "bytes that are no UTF-8 are shown as replacement characters",
    "a protobuf body whose text is no UTF-8": "bytes that are no UTF-8 are shown as replacement characters",
  },
  targets: {
    "a path with bytes that are no UTF-8": "bytes that are no UTF-8 are shown as replacement characters",
    "a deletion of a path with bytes that are no UTF-8": "bytes that are no UTF-8 are shown as replacement characters",
  },
};
