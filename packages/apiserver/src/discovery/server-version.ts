/** What `/version` says: of which server this one is the like. */
export const serverVersion = {
  major: "1",
  minor: "36",
  emulationMajor: "1",
  emulationMinor: "36",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "35",
  gitVersion: "v1.36.3",
  gitCommit: "$Format:%H$",
  gitTreeState: "",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "go1.26.8",
  compiler: "gc",
  platform: "linux/amd64",
} as const;
