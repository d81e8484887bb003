import { bounceTypeOf, classifyReply } from '../../sending/smtp/smtp-reply.js';
import type { BounceType, BounceVerdict } from './provider-event.js';

const ENHANCED = /(?:^|[^\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const BASIC = /(?:^|[\s;:(-])([45]\d\d)(?=[\s:;)-]|$)/;
/** Longer texts are whole mails; what decides stands at their beginning. */
const LONGEST = 2_000;

/**
 * What the words of the receiving server, as a service passes them on, say about the address: judged like the replies
 * that we hear ourselves.
 * @param byService what the service says about it. It decides where the words say nothing, and an address that it does not
 * give up is not given up by us.
 */
export function judgeBounce(byService: BounceType, ...said: readonly (string | null)[]): BounceVerdict {
  const words = said.filter((text) => text !== null).map((text) => text.slice(0, LONGEST));
  const enhanced = firstMatch(ENHANCED, words);
  const basic = firstMatch(BASIC, words);
  if (enhanced === null && basic === null) return { bounceType: byService, code: null };
  const status = Number(basic ?? `${enhanced?.charAt(0) ?? '5'}50`);
  const text = words.join(' ');
  const outcome = classifyReply(status, `${status} ${enhanced ?? ''} ${text}`.replace(/ +/g, ' '), 'recipient');
  const bounceType = bounceTypeOf(outcome);
  return {
    bounceType: bounceType === 'hard' && byService !== 'hard' ? 'soft' : bounceType,
    code: enhanced ?? basic,
  };
}

function firstMatch(pattern: RegExp, texts: readonly string[]): string | null {
  for (const text of texts) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
