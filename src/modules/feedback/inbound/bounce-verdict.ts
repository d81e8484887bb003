import { bounceTypeOf, classifyReply, type SmtpStage } from '../../../platform/smtp/smtp-reply.js';

/** What a bounce says about the address, as far as it says anything. */
export interface BounceVerdict {
  /** Null: the mail did not arrive, and it is not the address's fault. */
  readonly bounceType: 'hard' | 'soft' | null;
  readonly code: string | null;
  readonly diagnostic: string | null;
}

const ENHANCED = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const BASIC = /(?<![\d.-])([45][0-5]\d)(?=[\s\-:;,)#.]|$)(?!\.\d)/;
const ADDRESS = /<?[\w.+=-]{1,64}@[\w.-]{1,255}>?/g;
const LONGEST = 1_000;

/** In which part of the dialogue it was refused, where a server says so. */
const STAGES: readonly (readonly [SmtpStage, RegExp])[] = [
  ['data', /\b(?:end of data|after data|data command|message content|after the message)\b/i],
  ['recipient', /\brcpt\b/i],
  ['sender', /\bmail from\b/i],
];

/** Resolvers' words for a domain that there is not: no server ever got to refuse anything. */
const NO_SUCH_DOMAIN =
  /\b(?:host|domain|name service error|mx record|dns)\b[^.;]{0,80}?\b(?:not found|does ?n[o']t exist|does not exist|nxdomain|unknown host|non-?existent|unrouteable)\b|\bunrouteable (?:mail )?(?:domain|address)\b|\bunknown host\b|\bbad destination system\b/i;

const ABOUT_OUR_DOMAIN = /\b(?:sender|reverse|your|helo|ehlo|client host|ptr|mail from)\b/i;

/**
 * Judges what the server of a reader said, as we judge the replies that we hear ourselves.
 * @param status of the report (RFC 3464), where it has one.
 * @param unnamedStage where a bare number is taken to have been said; a service that knows passes on what it heard at RCPT.
 */
export function verdictOn(status: string | null, words: string, unnamedStage: SmtpStage = 'data'): BounceVerdict {
  const said = words.slice(0, LONGEST).trim();
  // An address between two words keeps them from being read together: `User <ada@example.com> unknown`.
  const text = said.replace(ADDRESS, ' ');
  // `5.0.0` says no more than that it failed.
  const enhanced =
    [ENHANCED.exec(text)?.[1] ?? null, status].find((told) => told !== null && /^[45]\.(?!0\.0$)/.test(told)) ?? null;
  const basic = BASIC.exec(text)?.[1] ?? null;
  const code = enhanced ?? basic ?? status;
  const diagnostic = said === '' ? null : said;
  if (isNoDomain(text, enhanced)) return { bounceType: 'hard', code, diagnostic };
  if (code === null) return { bounceType: unnamed(text), code, diagnostic };
  // A mail server that says 4 tried for days: it may be the address, and it may come back.
  if (code.startsWith('4')) return { bounceType: code.startsWith('4.7.') ? null : 'soft', code, diagnostic };
  const number = basic?.startsWith('5') === true ? Number(basic) : 550;
  const reply = `${number} ${enhanced ?? ''} ${text}`.replace(/ {2,}/g, ' ');
  return {
    bounceType: bounceTypeOf(classifyReply(number, reply, stageOf(text, enhanced) ?? unnamedStage)),
    code,
    diagnostic,
  };
}

/** A domain of ours that is not found is our fault, and a server that says so names itself by its code. */
function isNoDomain(text: string, enhanced: string | null): boolean {
  const fits = enhanced === null || /^5\.(?:1\.2|4\.\d+)$/.test(enhanced);
  return fits && NO_SUCH_DOMAIN.test(text) && !ABOUT_OUR_DOMAIN.test(text) && !/(?<![\d.])4\d\d[ -]/.test(text);
}

/** Without any code there are only words; without words that we know it is one mail that did not arrive. */
function unnamed(text: string): 'hard' | 'soft' | null {
  const outcome = classifyReply(550, `550 ${text}`, 'data');
  if (outcome.kind === 'refused') return 'soft';
  return bounceTypeOf(outcome);
}

/** An enhanced code is about what it names; a bare 550 may as well be about the content. */
function stageOf(text: string, enhanced: string | null): SmtpStage | null {
  return STAGES.find(([, words]) => words.test(text))?.[0] ?? (enhanced === null ? null : 'recipient');
}
