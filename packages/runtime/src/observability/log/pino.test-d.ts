import type { Logger as PinoLogger } from "pino";
import { expectTypeOf } from "vitest";
import type { Logger } from "./logger.ts";

// A pino logger is a Logger as it is; so is a child of it.
expectTypeOf<PinoLogger>().toExtend<Logger>();
expectTypeOf<ReturnType<PinoLogger["child"]>>().toExtend<Logger>();

declare const log: Logger;

// The message is not optional, and fields come first.
// @ts-expect-error
log.info("started");
// @ts-expect-error
log.info({ port: 8080 });
