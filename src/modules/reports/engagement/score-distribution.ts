import { percent } from '../../../platform/rates/rates.js';

/** Scores that are shown together, both ends included. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly contacts: number;
  /** Percent of all contacts. */
  readonly share: number;
}

export interface ScoreDistribution {
  readonly bands: readonly Band[];
  /** One decimal. */
  readonly average: number;
  /** A half when it lies between two scores. */
  readonly median: number;
  readonly total: number;
}

/** How many contacts have a score; who has none is not told of. */
export interface ScoreCount {
  readonly score: number;
  readonly contacts: number;
}

const HIGHEST = 100;
/** From the least to the highest. 0 is who has done nothing for long. */
export const BANDS = [
  [0, 0],
  [1, 20],
  [21, 40],
  [41, 60],
  [61, 80],
  [81, HIGHEST],
] as const;

/** @param total all contacts there are: those that no count tells of have a score of 0. */
export function distributionOf(counts: readonly ScoreCount[], total: number): ScoreDistribution {
  const byScore = Array.from({ length: HIGHEST + 1 }, () => 0);
  for (const { score, contacts } of counts) byScore[score] = (byScore[score] ?? 0) + contacts;
  const scored = byScore.slice(1).reduce((sum, contacts) => sum + contacts, 0);
  // Contacts come and go between the two questions.
  const everybody = Math.max(total, scored);
  byScore[0] = everybody - scored;
  const sum = byScore.reduce((points, contacts, score) => points + contacts * score, 0);
  return {
    bands: BANDS.map(([from, to]) => {
      const contacts = byScore.slice(from, to + 1).reduce((some, more) => some + more, 0);
      return { from, to, contacts, share: percent(contacts, everybody) };
    }),
    average: everybody === 0 ? 0 : Math.round((sum * 10) / everybody) / 10,
    median: everybody === 0 ? 0 : medianOf(byScore, everybody),
    total: everybody,
  };
}

/** The score in the middle, or between the two in the middle. */
function medianOf(byScore: readonly number[], total: number): number {
  const at = (place: number): number => {
    let before = 0;
    return byScore.findIndex((contacts) => (before += contacts) >= place);
  };
  return (at(Math.floor((total + 1) / 2)) + at(Math.ceil((total + 1) / 2))) / 2;
}
