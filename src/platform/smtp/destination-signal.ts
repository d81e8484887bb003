import { GREYLISTED } from './refusal-meaning.js';
import { classifyReply, CLOSED_TO_US, OUR_ACCOUNT, OUR_RATE, type SendOutcome } from './smtp-reply.js';

const CONNECTIONS =
  /\b(?:too many|maximum(?: number)?|limit)\b[^.;]{0,40}?\b(?:connections?|sessions?|concurren\w+)\b|\bconcurren\w+\b[^.;]{0,30}?\b(?:connections?|limit)\b/i;
const RATE = /\brate\b|\brate-?limit|\btoo (?:many|fast)\b|\bslow down\b|\bunusual rate\b/i;

/** What an answer says about the mailbox provider of the recipient. */
export type DestinationSignal = 'rate' | 'connections' | 'temporary_policy' | 'policy';

/** Returns what an outcome says about the recipient's mailbox provider. Null: it is about the recipient, the email, or our server. */
export function destinationSignalOf(outcome: SendOutcome): DestinationSignal | null {
  if (outcome.kind === 'provider_fault') {
    if (outcome.stage !== 'message') return null;
    return outcome.response.startsWith('5') ? 'policy' : temporarySignal(outcome.response, 'rate');
  }
  if (outcome.kind !== 'deferred' || OUR_ACCOUNT.test(outcome.response)) return null;
  return temporarySignal(outcome.response, outcome.code.startsWith('4.7.') ? 'temporary_policy' : null);
}

/** @param otherwise the signal of an answer whose words say nothing. */
function temporarySignal(text: string, otherwise: DestinationSignal | null): DestinationSignal | null {
  if (GREYLISTED.test(text)) return null;
  if (CONNECTIONS.test(text)) return 'connections';
  if (OUR_RATE.test(text) || RATE.test(text)) return 'rate';
  return otherwise;
}

/** Whether a refusal, as a reply or in a bounce message, is the provider's policy about the sender. */
export function isPolicyRefusal(code: string | null, text: string | null): boolean {
  if (code?.startsWith('5.7.') === true) return !CLOSED_TO_US.test(code);
  if (text === null || code?.startsWith('4') === true) return false;
  return destinationSignalOf(classifyReply(550, `550 ${text}`, 'data')) === 'policy';
}
