import { type AbFallback, WINNING_PROBABILITY } from '../campaign/ab-test.js';
import { probabilitiesToBeBest, rateOf, type Trials } from './ab-statistics.js';

export interface Candidate extends Trials {
  readonly key: string;
}

type Decision =
  | { readonly winner: string; readonly by: 'confidence' | 'fallback'; readonly confidence: number | null }
  /** A manager must choose. */
  | { readonly winner: null; readonly confidence: number | null };

/** Returns the winner by the figures if they are conclusive, and by the fallback otherwise. */
export function decide(candidates: readonly Candidate[], fallback: AbFallback): Decision {
  const probabilities = probabilitiesToBeBest(candidates);
  const known = candidates.some(({ successes }) => successes > 0);
  const rated = candidates.map((candidate, index) => ({ ...candidate, probability: probabilities[index] ?? 0 }));
  // Without any success the candidate with the fewest trials would seem to be the best.
  const ranked = known ? rated.toSorted((one, other) => rateOf(other) - rateOf(one)) : rated;
  const [surest] = ranked.toSorted((one, other) => other.probability - one.probability);
  if (known && surest && surest.probability >= WINNING_PROBABILITY)
    return { winner: surest.key, by: 'confidence', confidence: surest.probability };
  const confidenceOf = (rates: { probability: number } | undefined): number | null =>
    known && rates ? rates.probability : null;
  const chosen = fallback === 'best' ? ranked[0] : rated[0];
  if (fallback === 'manual' || !chosen) return { winner: null, confidence: confidenceOf(surest) };
  return { winner: chosen.key, by: 'fallback', confidence: confidenceOf(chosen) };
}
