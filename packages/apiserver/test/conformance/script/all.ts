import type { Script } from "../script.ts";
import { applyScripts } from "./apply.ts";
import { definitionScripts } from "./crd.ts";
import { crudScripts } from "./crud.ts";
import { customScripts } from "./custom.ts";
import { deletionScripts } from "./deletion.ts";
import { errorScripts } from "./error.ts";
import { listScripts } from "./list.ts";
import { patchScripts } from "./patch.ts";
import { rbacScripts } from "./rbac.ts";
import { sweepScripts } from "./sweep.ts";
import { tableScripts } from "./table.ts";
import { validationScripts } from "./validation.ts";
import { watchScripts } from "./watch.ts";

/** Every script, class by class. */
export const allScripts: readonly Script[] = [
  ...crudScripts,
  ...listScripts,
  ...watchScripts,
  ...patchScripts,
  ...applyScripts,
  ...definitionScripts,
  ...customScripts,
  ...rbacScripts,
  ...tableScripts,
  ...deletionScripts,
  ...errorScripts,
  ...validationScripts,
  ...sweepScripts,
];
