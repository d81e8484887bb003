import { percent } from '../../../platform/rates/rates.js';
import type { EngagementScoresResponse } from './dto/engagement.shapes.js';

type ScoreDistribution = Pick<EngagementScoresResponse, 'distribution' | 'average' | 'median' | 'total'>;

/** The number of contacts with a score; 0 is not included. */
export interface ScoreCount {
  readonly score: number;
  readonly contacts: number;
}

const HIGHEST = 100;
/** From lowest to highest. 0 means no activity for a long time. */
export const BANDS = [
  [0, 0],
  [1, 20],
  [21, 40],
  [41, 60],
  [61, 80],
  [81, HIGHEST],
] as const;

/** @param total the number of all contacts; those not in `counts` have a score of 0. */
export function distributionOf(counts: readonly ScoreCount[], total: number): ScoreDistribution {
  const byScore = Array.from({ length: HIGHEST + 1 }, () => 0);
  for (const { score, contacts } of counts) byScore[score] = (byScore[score] ?? 0) + contacts;
  const scored = byScore.slice(1).reduce((sum, contacts) => sum + contacts, 0);
  // Contacts may be added or deleted between the two queries.
  const everybody = Math.max(total, scored);
  byScore[0] = everybody - scored;
  const sum = byScore.reduce((points, contacts, score) => points + contacts * score, 0);
  return {
    distribution: BANDS.map(([from, to]) => {
      const contacts = byScore.slice(from, to + 1).reduce((some, more) => some + more, 0);
      return { from, to, contacts, share: percent(contacts, everybody) };
    }),
    average: everybody === 0 ? 0 : Math.round((sum * 10) / everybody) / 10,
    median: everybody === 0 ? 0 : medianOf(byScore, everybody),
    total: everybody,
  };
}

/** Returns the middle score, or the mean of the two middle scores. */
function medianOf(byScore: readonly number[], total: number): number {
  const at = (place: number): number => {
    let before = 0;
    return byScore.findIndex((contacts) => (before += contacts) >= place);
  };
  return (at(Math.floor((total + 1) / 2)) + at(Math.ceil((total + 1) / 2))) / 2;
}
