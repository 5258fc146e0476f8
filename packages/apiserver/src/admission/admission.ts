export type { AdmissionPlugin, AdmissionRequest } from "../resource/admission-plugin.ts";
