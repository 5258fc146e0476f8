export const group = "reexported-types.example.com";
export const version = "v1";
