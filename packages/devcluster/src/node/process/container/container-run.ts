import type { ProgramUser } from "../../../image/image-adapter.ts";
import type { ContainerLog } from "../log/container-log.ts";
import type { RunningProgram } from "./running-program.ts";

/** How a run of a container ended. */
export interface RunEnd {
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly finishedAt: number;
}

export interface ContainerRunOptions {
  readonly id: string;
  readonly restartCount: number;
  readonly image: string;
  readonly imageId: string;
  readonly user?: ProgramUser | undefined;
  readonly log: ContainerLog;
  /** Milliseconds since 1970; 0 for a run that could not be started. */
  readonly startedAt: number;
  /** Whether it was of another node before this one, so that nothing of it is left. @default false */
  readonly isLost?: boolean;
}

/** One run of a container, from its start on. */
export class ContainerRun {
  readonly id: string;
  readonly restartCount: number;
  readonly image: string;
  readonly imageId: string;
  readonly user: ProgramUser | undefined;
  readonly log: ContainerLog;
  readonly startedAt: number;
  readonly isLost: boolean;
  /** Undefined for a run that could not be started. */
  program: RunningProgram | undefined;
  /** Undefined while it runs. */
  end: RunEnd | undefined;
  /** Whether its startup probe, if there is one, has succeeded. */
  isStarted = false;
  /** Whether it is started and its readiness probe, if there is one, says so. */
  isReady = false;

  constructor(options: ContainerRunOptions) {
    this.id = options.id;
    this.restartCount = options.restartCount;
    this.image = options.image;
    this.imageId = options.imageId;
    this.user = options.user;
    this.log = options.log;
    this.startedAt = options.startedAt;
    this.isLost = options.isLost ?? false;
  }
}
