// The public API.
export { ApiServerError, type ApiServerErrorCode } from "./errors.ts";
