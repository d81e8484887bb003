import type { BounceType, BounceVerdict } from '../feedback-report.js';
import { meaningOf } from '../../../platform/smtp/refusal-meaning.js';
import { bounceTypeOf, classifyReply, type SmtpStage } from '../../../platform/smtp/smtp-reply.js';

const ENHANCED = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const BASIC = /(?<![\d.-])([45][0-5]\d)(?=[\s\-:;,)#.]|$)(?!\.\d)/;
const ADDRESS = /<?[\w.+=-]{1,64}@[\w.-]{1,255}>?/g;
const MAX_LENGTH = 1_000;

/** Where a relay quotes the reply of another server. */
const PASSED_ON =
  /(?:\b(?:said|says|error|returned|responded|response|replied|reply|answered|answer|rejected|refused)\b[^\n]{0,60}?|')[:'"( ]{1,4}((?<![\d.])[45][0-5]\d[ -]['"]?(?=\S))/gi;

/** The SMTP stage of the refusal, if the server names it. */
const STAGES: readonly (readonly [SmtpStage, RegExp])[] = [
  ['data', /\b(?:end of data|after data|data command|message content|after the message)\b/i],
  ['recipient', /\brcpt\b|\brecipient address rejected\b/i],
  ['sender', /\bmail from\b/i],
];

/** DNS errors for a domain that does not exist. */
const NO_SUCH_DOMAIN =
  /\b(?:host|domain|name service error|mx record|dns)\b[^.;]{0,80}?\b(?:not found|does ?n[o']t exist|does not exist|nxdomain|unknown host|non-?existent|unrouteable)\b|\bunrouteable (?:mail )?(?:domain|address)\b|\bunknown host\b|\bbad destination system\b/i;

const ABOUT_OUR_DOMAIN = /\b(?:sender|reverse|your|helo|ehlo|client host|ptr|mail from)\b/i;

/** @param unnamedStage assumed for a bare reply code; a provider that passes it on saw it at RCPT. */
export function verdictOn(status: string | null, words: string, unnamedStage: SmtpStage = 'data'): BounceVerdict {
  const said = words.slice(0, MAX_LENGTH).trim();
  // An address between two words would prevent a match: `User <ada@example.com> unknown`.
  const text = innermost(said).replace(ADDRESS, ' ');
  // `5.0.0` only says that it failed.
  const enhanced =
    [ENHANCED.exec(text)?.[1] ?? null, status].find((found) => found !== null && /^[45]\.(?!0\.0$)/.test(found)) ??
    null;
  const basic = BASIC.exec(text)?.[1] ?? null;
  const code = enhanced ?? basic ?? status;
  const diagnostic = said === '' ? null : said;
  const meaning = meaningOf(text);
  if (meaning !== 'us' && isNoDomain(text, enhanced)) return { bounceType: 'hard', code, diagnostic };
  if (code === null) return { bounceType: unnamed(text), code, diagnostic };
  // A 4xx after days of attempts may be about the address, but it may recover.
  if (code.startsWith('4'))
    return { bounceType: meaning === 'us' || code.startsWith('4.7.') ? null : 'soft', code, diagnostic };
  const number = basic?.startsWith('5') === true ? Number(basic) : 550;
  const reply = `${number} ${enhanced ?? ''} ${text}`.replace(/ {2,}/g, ' ');
  const stage = stageOf(said, enhanced) ?? (meaning === null ? unnamedStage : 'recipient');
  return { bounceType: bounceTypeOf(classifyReply(number, reply, stage)), code, diagnostic };
}

/** Returns the reply of the last server, without what relays wrote around it. */
function innermost(words: string): string {
  const [last] = [...words.matchAll(PASSED_ON)].slice(-1);
  return last ? words.slice(last.index + last[0].length - (last[1]?.length ?? 0)) : words;
}

/** If our own domain is not found, the server says so with its own code. */
function isNoDomain(text: string, enhanced: string | null): boolean {
  const fits = enhanced === null || /^5\.(?:1\.2|4\.\d+)$/.test(enhanced);
  return (
    fits &&
    NO_SUCH_DOMAIN.test(text) &&
    !ABOUT_OUR_DOMAIN.test(text) &&
    !/(?<![\d.])4\d\d[ -]|\b(?:try|again|temporar\w+)\b/i.test(text)
  );
}

/** Without a code only the text counts; an unknown text is a soft bounce. */
function unnamed(text: string): BounceType {
  const outcome = classifyReply(550, `550 ${text}`, 'data');
  return outcome.kind === 'refused' ? 'soft' : bounceTypeOf(outcome);
}

/** An enhanced code names its cause; a bare 550 may be about the content. */
function stageOf(text: string, enhanced: string | null): SmtpStage | null {
  return STAGES.find(([, words]) => words.test(text))?.[0] ?? (enhanced === null ? null : 'recipient');
}
