/** Why a file in this folder cannot be written, and what to do; the system's own words where it is none of the usual reasons. */
export function whyUnwritable(error: unknown, folder: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return `there is no folder ${folder} that takes files; make it with "mkdir -p ${folder}", or name another file`;
    case "ENOTDIR":
    case "EEXIST":
      return `${folder} is no folder; name a file in one`;
    case "EISDIR":
      return "it is a folder; name a file in it";
    case "EACCES":
    case "EPERM":
      return "you have no permission to read and write there; name another file, as in a folder of your own";
    case "EROFS":
      return "its file system is read-only; name a file on another";
    case "ENOSPC":
    case "EDQUOT":
      return "there is no space left; make some, or name a file on another disk";
    default:
      return message;
  }
}
