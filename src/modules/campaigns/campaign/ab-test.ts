import { createHash } from 'node:crypto';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

export const AB_METRICS = ['opens', 'clicks', 'revenue'] as const;
export type AbMetric = (typeof AB_METRICS)[number];

/** How the winner is chosen when no variant is significantly better. */
export const AB_FALLBACKS = ['best', 'first', 'manual'] as const;
export type AbFallback = (typeof AB_FALLBACKS)[number];

export const EXPERIMENT_STATES = ['testing', 'choose_winner', 'releasing', 'decided'] as const;
export type ExperimentState = (typeof EXPERIMENT_STATES)[number];

export const DECIDED_BY = ['confidence', 'fallback', 'manager'] as const;
export type DecidedBy = (typeof DECIDED_BY)[number];

const nullableText = { type: String, nullable: true } as const;

/** Differences from the campaign's own content; null means no difference. */
@ApiSchema({ name: 'AbVariantResponse' })
export class AbVariant {
  @ApiProperty({ example: 'b', description: 'Name of the variant within the test' }) readonly key!: string;
  @ApiProperty({ ...nullableText, example: 'Last day!' }) readonly subject!: string | null;
  @ApiProperty({ ...nullableText, example: 'Until midnight' }) readonly pre_header!: string | null;
  @ApiProperty({ ...nullableText, example: null }) readonly body!: string | null;
  /** Relative to the weights of the other variants. */
  @ApiProperty({ type: 'integer', example: 1, description: 'Share of the sample, relative to the other variants' })
  readonly weight!: number;
}

/** A test of several contents on a sample; all other recipients get the winner. */
@ApiSchema({ name: 'AbTestResponse' })
export class AbTest {
  @ApiProperty({ type: () => [AbVariant] }) readonly variants!: readonly AbVariant[];
  @ApiProperty({ type: 'integer', example: 20, description: 'Size of the sample in percent of the recipients' })
  readonly sample_percent!: number;
  @ApiProperty({ enum: AB_METRICS }) readonly metric!: AbMetric;
  /** Minutes between the end of sending the sample and the decision. */
  @ApiProperty({ type: 'integer', example: 240, description: 'Minutes from the end of the sample to the decision' })
  readonly wait_minutes!: number;
  @ApiProperty({ enum: AB_FALLBACKS, description: 'How the winner is chosen without 95 % confidence' })
  readonly fallback!: AbFallback;
}

/** Probability from which a variant counts as better; below, `fallback` applies. */
export const WINNING_PROBABILITY = 0.95;

/**
 * Returns the variant of a contact in the sample; null for contacts who wait for the winner. It is a hash of campaign and
 * contact: stable within a campaign and independent between campaigns.
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

/** Reads six bytes as a number from 0 (inclusive) to 1 (exclusive). */
function fraction(digest: Buffer, offset: number): number {
  return digest.readUIntBE(offset, 6) / 2 ** 48;
}
