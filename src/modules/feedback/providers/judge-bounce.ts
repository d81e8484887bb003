import { verdictOn } from '../inbound/bounce-verdict.js';
import type { BounceType, BounceVerdict } from './provider-event.js';

/**
 * What the words of the receiving server, as a service passes them on, say about the address: judged like those of mails
 * that come back to us.
 * @param byService what the service says about it. It decides where the words say nothing, and an address that it does not
 * give up is not given up by us.
 */
export function judgeBounce(byService: BounceType, ...said: readonly (string | null)[]): BounceVerdict {
  const words = said.filter((text) => text !== null).join(' ');
  const { bounceType, code } = verdictOn(null, words, 'recipient');
  if (code === null) return { bounceType: byService, code };
  return { bounceType: bounceType === 'hard' && byService !== 'hard' ? 'soft' : bounceType, code };
}
