import type { Logger } from "@kubewright/runtime";

/**
 * The log of the cluster's own controllers. To them, that the server does not serve a kind is no trouble: whoever deletes a definition, or a
 * version of it, wants that. The garbage collector, which alone watches kinds that may go, tells of each once.
 */
export function controllerLog(log: Logger): Logger {
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => (isUnserved(fields) ? log.debug(fields, message) : log.warn(fields, message)),
    error: (fields, message) => log.error(fields, message),
    child: (fields) => controllerLog(log.child(fields)),
  };
}

/** Whether it is an informer that says so. */
function isUnserved(fields: { readonly reason?: unknown }): boolean {
  return fields.reason === "missing";
}
