/** A user that a program runs as. */
export interface ProgramUser {
  readonly uid: number;
  readonly gid: number;
}

/** What is known of a container when the program of its image is wanted. */
export interface ProgramRequest {
  /** As the pod names it. */
  readonly image: string;
  /** In place of the image's entrypoint, `$(VAR)` expanded. Absent or empty: the entrypoint. */
  readonly command?: readonly string[] | undefined;
  /** In place of the image's arguments, `$(VAR)` expanded. Absent or empty: the image's, unless there is a command. */
  readonly args?: readonly string[] | undefined;
  /** The only address that the program may listen on. */
  readonly address: string;
  /** Where the program listens instead of at a container's port, on hosts with one address for all pods: else empty. */
  readonly ports: ReadonlyMap<number, number>;
  /** Whether programs can run as another user than this process does. */
  readonly canChangeUser: boolean;
}

/** What runs as a container. */
export interface ImageProgram {
  /** The program, with its arguments. Without a slash, it is looked for in the folders of `PATH`. */
  readonly argv: readonly string[];
  /** Below the container's own variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The image's user, for pods that name none. Absent: root, as images have it; the program runs as this process does. */
  readonly user?: ProgramUser | undefined;
  /** Where it runs, if the container does not say. Absent: a folder of its own. */
  readonly workingDirectory?: string | undefined;
  /** The folder that is `/` to the container: paths of its spec are below it. Absent: there is none. */
  readonly root?: string | undefined;
  /** What the container's status has as `imageID`. */
  readonly imageId?: string | undefined;
  /** What people should know of the way it runs: each becomes an event of the pod. */
  readonly notes?: readonly ProgramNote[] | undefined;
}

export interface ProgramNote {
  /** One CamelCase word. */
  readonly reason: string;
  readonly message: string;
}

/** Knows how containers of some images run as local processes. */
export interface ImageAdapter {
  /** The program for a container; undefined for an image that it does not know. */
  programFor(request: ProgramRequest): Promise<ImageProgram | undefined>;
}
