import { phases } from "../measure/memcached/load.mjs";
import { bytes } from "./number-text.mjs";

/** @typedef {import("./memcached-report.mjs").LoadSection} LoadSection */
/** @typedef {import("./memcached-report.mjs").MemcachedResult} MemcachedResult */
/** @typedef {import("../measure/memcached/load.mjs").LoadNumbers} LoadNumbers */
/** @typedef {import("./part.mjs").CheckedGoal} CheckedGoal */

/** What a cycle may leave behind, as a share of what is held: what is known of the latest events is now more, now less. */
const tolerance = 0.05;

/**
 * The goals that the sections of a run decide.
 * @param {MemcachedResult} result
 * @returns {CheckedGoal[]}
 */
export function checkMemcachedGoals({ embedded, real, problem }) {
  const sections = Object.entries({ embedded, real }).flatMap(([name, section]) =>
    section ? [{ name, section }] : [],
  );
  return sections.flatMap(({ name, section }) => goalsOn(name, section, problem));
}

/**
 * @param {string} server
 * @param {LoadSection} section
 * @param {string | undefined} problem
 * @returns {CheckedGoal[]}
 */
function goalsOn(server, { plan, rows }, problem) {
  const [ours] = rows.values();
  const peers = [...rows].slice(1);
  if (ours === undefined) throw new Error("our operator was not measured");
  const { refused, otherErrors, failures, errorLines, droppedEvents } = ours.counters;
  const spurious = {
    refused,
    "other errors": otherErrors,
    "failed reconciles": failures,
    "errors logged": errorLines,
    "events dropped": droppedEvents,
  };
  // The first cycle fills what is kept, but limited: what is known of the latest events.
  const [, settled, ...later] = ours.heldBytes;
  const last = later.at(-1);
  const goalOf = (/** @type {string} */ id) =>
    `${plan.objects} Memcacheds created, scaled and deleted on the ${server} server in no more time than by ${id}`;
  return [
    ...peers.flatMap(([id, peer]) => [
      { goal: goalOf(id), isMet: isNoLonger(["all"], ours, peer), detail: comparison(["all"], ours, peer) },
      {
        goal: `each of the three steps on the ${server} server in no more time than by ${id}`,
        isMet: isNoLonger(phases, ours, peer),
        detail: comparison(phases, ours, peer),
      },
    ]),
    ...(peers.length === 0
      ? [{ goal: goalOf("controller-runtime"), isMet: undefined, detail: `${problem ?? "It was not measured"}.` }]
      : []),
    {
      goal: `no spurious errors on the ${server} server`,
      isMet: Object.values(spurious).every(({ max }) => max === 0),
      detail: `${Object.entries(spurious)
        .map(([name, { max }]) => `${max} ${name}`)
        .join(", ")}, the most of any cycle.`,
    },
    // After two cycles, there is nothing to compare with.
    ...(settled !== undefined && last !== undefined
      ? [
          {
            goal: `no more memory held after ${ours.heldBytes.length} cycles than after two on the ${server} server, within ${tolerance * 100} %`,
            isMet: last.median <= settled.median * (1 + tolerance),
            detail: `${bytes(last.median)} after ${bytes(settled.median)}.`,
          },
        ]
      : []),
  ];
}

/** @typedef {keyof LoadNumbers["elapsedMs"]} Timing */

/**
 * @param {readonly Timing[]} timings
 * @param {LoadNumbers} ours
 * @param {LoadNumbers} theirs
 */
function isNoLonger(timings, ours, theirs) {
  return timings.every((timing) => ours.elapsedMs[timing].median <= theirs.elapsedMs[timing].median);
}

/**
 * @param {readonly Timing[]} timings
 * @param {LoadNumbers} ours
 * @param {LoadNumbers} theirs
 */
function comparison(timings, ours, theirs) {
  const seconds = (/** @type {LoadNumbers} */ { elapsedMs }, /** @type {Timing} */ timing) =>
    `${(elapsedMs[timing].median / 1000).toFixed(2)} s`;
  const each = timings.map((timing) => `${timing}: ${seconds(ours, timing)} against ${seconds(theirs, timing)}`);
  return `${each.join("; ")}.`;
}
