import { type AbFallback, SURE_ENOUGH } from './ab-test.js';
import { probabilitiesToBeBest, rateOf, type Trials } from './ab-statistics.js';

export interface Candidate extends Trials {
  readonly key: string;
}

export type Decision =
  | { readonly winner: string; readonly by: 'confidence' | 'fallback'; readonly confidence: number | null }
  /** A person has to choose. */
  | { readonly winner: null; readonly confidence: number | null };

/** Who wins, by the figures where they are clear enough and by the fallback where they are not. */
export function decide(candidates: readonly Candidate[], fallback: AbFallback): Decision {
  const probabilities = probabilitiesToBeBest(candidates);
  const known = candidates.some(({ successes }) => successes > 0);
  const ranked = candidates
    .map((candidate, index) => ({ ...candidate, probability: probabilities[index] ?? 0 }))
    // Nobody's success says nothing about who is best; whoever was tried least would seem to be.
    .sort((one, other) => (known ? rateOf(other) - rateOf(one) : 0));
  const surest = [...ranked].sort((one, other) => other.probability - one.probability)[0];
  if (known && surest && surest.probability >= SURE_ENOUGH)
    return { winner: surest.key, by: 'confidence', confidence: surest.probability };
  const chosen = fallback === 'best' ? ranked[0] : candidates[0];
  if (fallback === 'manual' || !chosen)
    return { winner: null, confidence: known ? (surest?.probability ?? null) : null };
  const confidence = known ? (ranked.find(({ key }) => key === chosen.key)?.probability ?? null) : null;
  return { winner: chosen.key, by: 'fallback', confidence };
}
