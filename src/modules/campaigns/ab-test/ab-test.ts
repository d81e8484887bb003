import { createHash } from 'node:crypto';

export const AB_METRICS = ['opens', 'clicks', 'revenue'] as const;
export type AbMetric = (typeof AB_METRICS)[number];

/** What is done when the figures do not say clearly enough who won. */
export const AB_FALLBACKS = ['best', 'first', 'manual'] as const;
export type AbFallback = (typeof AB_FALLBACKS)[number];

/** What differs from the campaign's own content; null where nothing does. */
export interface AbVariant {
  readonly key: string;
  readonly subject: string | null;
  readonly pre_header: string | null;
  readonly body: string | null;
  /** Its share of the sample, in proportion to the weights of the others. */
  readonly weight: number;
}

/** Several contents are tried on a sample, and the best goes to everybody else. */
export interface AbTest {
  readonly variants: readonly AbVariant[];
  readonly sample_percent: number;
  readonly metric: AbMetric;
  /** From the end of sending the sample to the decision. */
  readonly wait_minutes: number;
  readonly fallback: AbFallback;
}

/** From here on a variant counts as better; below, `fallback` says what happens. */
export const SURE_ENOUGH = 0.95;

/**
 * Which variant this contact tries; null for those who wait for the winner. By a hash of who and what, so that it is the
 * same whenever and wherever it is asked, and another contact's answer in the next campaign.
 */
export function assignmentOf(
  { variants, sample_percent }: Pick<AbTest, 'variants' | 'sample_percent'>,
  campaignId: number,
  contactId: number,
): AbVariant | null {
  const digest = createHash('sha256').update(`ab-test:${campaignId}:${contactId}`).digest();
  if (fraction(digest, 0) * 100 >= sample_percent) return null;
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  let place = fraction(digest, 8) * total;
  for (const variant of variants) {
    place -= variant.weight;
    if (place < 0) return variant;
  }
  return variants.at(-1) ?? null;
}

/** Six bytes as a number from 0 up to, and never, 1. */
function fraction(digest: Buffer, offset: number): number {
  return digest.readUIntBE(offset, 6) / 2 ** 48;
}
