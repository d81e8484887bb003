import { meaningOf } from '../../../platform/smtp/refusal-meaning.js';
import { verdictOn } from '../inbound/bounce-verdict.js';
import type { BounceType, BounceVerdict } from '../feedback-report.js';

/** @param byService decides if the server's reply says nothing; without its `hard` a bounce is never hard. */
export function classifyBounce(
  byService: BounceType,
  ...said: readonly (string | null)[]
): Omit<BounceVerdict, 'diagnostic'> {
  const words = said.filter((text) => text !== null).join(' ');
  const { bounceType, code } = verdictOn(null, words, 'recipient');
  if (code === null && meaningOf(words) === null) return { bounceType: byService, code };
  return { bounceType: bounceType === 'hard' && byService !== 'hard' ? 'soft' : bounceType, code };
}

/** Returns the provider's own type, unless it calls a bounce hard whose reply is about us or a full mailbox. */
export function agreed(byService: BounceType, ...said: readonly (string | null)[]): BounceType {
  const meaning = meaningOf(said.filter((text) => text !== null).join(' '));
  if (byService !== 'hard' || meaning === null || meaning === 'unknown') return byService;
  return meaning === 'full' ? 'soft' : null;
}
