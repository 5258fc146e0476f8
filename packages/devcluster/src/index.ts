// The public API.
export { DevClusterError, type DevClusterErrorCode } from "./errors.ts";
