import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Replacements for the tokens of real emails. */
export interface SampleTokens {
  readonly bounceAddress: string;
  readonly unsubscribeAddress: string;
  /** With angle brackets. */
  readonly messageId: string;
  readonly listUnsubscribe: string;
}

/** All samples by file name. */
export const BOUNCE_SAMPLES: readonly string[] = readdirSync(__dirname)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.slice(0, -'.eml'.length))
  .sort();

/** Returns a report as this kind of server writes it, about the email with these tokens. */
export function bounceSample(name: string, tokens: SampleTokens): Buffer {
  const text = readFileSync(join(__dirname, `${name}.eml`), 'utf8')
    .replaceAll('{{BOUNCE_ADDRESS}}', tokens.bounceAddress)
    .replaceAll('{{UNSUBSCRIBE_ADDRESS}}', tokens.unsubscribeAddress)
    .replaceAll('{{MESSAGE_ID}}', tokens.messageId)
    .replaceAll('{{LIST_UNSUBSCRIBE}}', tokens.listUnsubscribe);
  return Buffer.from(text.replace(/\r?\n/g, '\r\n'));
}
