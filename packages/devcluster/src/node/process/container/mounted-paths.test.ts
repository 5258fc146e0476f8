import { describe, expect, test } from "vitest";
import { withMountedPaths } from "./mounted-paths.ts";

describe("withMountedPaths", () => {
  const mounts = [
    { path: "/etc/web", target: "/t/config" },
    { path: "/etc/web/keys/", target: "/t/keys" },
    { path: "/data", target: "/t/data" },
  ];
  test.each([
    ["/etc/web", "/t/config"],
    ["/etc/web/a.yaml", "/t/config/a.yaml"],
    ["--config=/etc/web/a.yaml", "--config=/t/config/a.yaml"],
    ["/etc/web/keys/tls.crt", "/t/keys/tls.crt"],
    ["/etc/website", "/etc/website"],
    ["/other/etc/web", "/other/etc/web"],
    ["/data:/etc/web", "/t/data:/t/config"],
    ["cat /data/x && cat '/etc/web/y'", "cat /t/data/x && cat '/t/config/y'"],
    ["nothing", "nothing"],
    ["./data", "./data"],
  ])("of %j is %j", (text, expected) => {
    expect(withMountedPaths(text, mounts)).toBe(expected);
  });
});
