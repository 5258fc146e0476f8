import { describe } from "vitest";
import { playOnEmbedded } from "./fixture/robustness/play-on-embedded.ts";

describe("on the embedded server, over HTTPS", () => playOnEmbedded("over HTTPS"));
