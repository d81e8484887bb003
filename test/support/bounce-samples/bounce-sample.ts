import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands in for the tokens of a real mail. */
export interface SampleTokens {
  readonly bounceAddress: string;
  readonly unsubscribeAddress: string;
  /** With brackets. */
  readonly messageId: string;
  readonly listUnsubscribe: string;
}

/** Every sample, by the name of its file. */
export const BOUNCE_SAMPLES: readonly string[] = readdirSync(__dirname)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.slice(0, -'.eml'.length))
  .sort();

/** A mail as a server of that kind writes it, about the mail with these tokens. */
export function bounceSample(name: string, tokens: SampleTokens): Buffer {
  const text = readFileSync(join(__dirname, `${name}.eml`), 'utf8')
    .replaceAll('{{BOUNCE_ADDRESS}}', tokens.bounceAddress)
    .replaceAll('{{UNSUBSCRIBE_ADDRESS}}', tokens.unsubscribeAddress)
    .replaceAll('{{MESSAGE_ID}}', tokens.messageId)
    .replaceAll('{{LIST_UNSUBSCRIBE}}', tokens.listUnsubscribe);
  return Buffer.from(text.replace(/\r?\n/g, '\r\n'));
}
