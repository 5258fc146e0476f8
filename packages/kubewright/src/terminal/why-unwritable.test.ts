import { expect, test } from "vitest";
import { whyUnwritable } from "./why-unwritable.ts";

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: the system's words, open '/srv/a/file'`), { code });
}

test.each([
  ["ENOENT", /^there is no folder \/srv\/a that takes files; make it with "mkdir -p \/srv\/a", or name another file$/],
  ["ENOTDIR", /^\/srv\/a is no folder; name a file in one$/],
  ["EEXIST", /^\/srv\/a is no folder; name a file in one$/],
  ["EISDIR", /^it is a folder; name a file in it$/],
  ["EACCES", /^you have no permission to read and write there; name another file/],
  ["EPERM", /^you have no permission to read and write there; name another file/],
  ["EROFS", /^its file system is read-only; name a file on another$/],
  ["ENOSPC", /^there is no space left; make some, /],
])("%s is told with its cause and what to do", (code, told) => {
  expect(whyUnwritable(failure(code), "/srv/a")).toMatch(told);
});

test("what is none of the usual reasons is told as the system does", () => {
  expect(whyUnwritable(failure("EIO"), "/srv/a")).toBe("EIO: the system's words, open '/srv/a/file'");
});
