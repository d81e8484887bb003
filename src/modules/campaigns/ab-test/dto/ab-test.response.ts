import { ApiProperty } from '@nestjs/swagger';
import { DECIDED_BY, type DecidedBy, EXPERIMENT_STATES, type ExperimentState } from '../../campaign/ab-test.js';

const nullableText = { type: String, nullable: true } as const;
const probability = { type: Number, nullable: true, minimum: 0, maximum: 1, example: 0.97 } as const;

export class AbTestStateResponse {
  @ApiProperty({
    enum: EXPERIMENT_STATES,
    description: '`releasing`: the emails that waited for the winner are being released',
  })
  readonly state!: ExperimentState;
  @ApiProperty({ ...nullableText, example: '2026-01-31 09:31:00', description: 'Null before its end' })
  readonly sample_ended_at!: string | null;
  @ApiProperty({ ...nullableText, example: '2026-01-31 13:31:00', description: 'When the winner is due' })
  readonly decides_at!: string | null;
  @ApiProperty({ ...nullableText, example: 'b', description: 'The key of the variant' })
  readonly winner!: string | null;
  @ApiProperty({ enum: DECIDED_BY, nullable: true, description: '`confidence`: a variant was significantly better' })
  readonly decided_by!: DecidedBy | null;
  @ApiProperty({ ...probability, description: 'Of the winner, or of the leading variant while a manager must choose' })
  readonly confidence!: number | null;
  @ApiProperty({ ...nullableText, example: '2026-01-31 13:31:02', description: 'Null until the winner is known' })
  readonly decided_at!: string | null;
}

class RateIntervalResponse {
  @ApiProperty({ example: 38.2, description: 'Percent' }) readonly low!: number;
  @ApiProperty({ example: 46.1, description: 'Percent' }) readonly high!: number;
}

/** Humans only. Rates are percent of the delivered emails. */
export class VariantAnalysisResponse {
  @ApiProperty({ example: 'b' }) readonly key!: string;
  @ApiProperty({ example: 'Last day!' }) readonly subject!: string;
  @ApiProperty({ type: 'integer', example: 500, description: 'Recipients assigned to the variant' })
  readonly total!: number;
  @ApiProperty({ type: 'integer', example: 498 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 210 }) readonly opened!: number;
  @ApiProperty({ type: 'integer', example: 44 }) readonly clicked!: number;
  @ApiProperty({ example: 42.2, description: 'Percent of the delivered emails' }) readonly open_rate!: number;
  @ApiProperty({ example: 8.8, description: 'Percent of the delivered emails' }) readonly click_rate!: number;
  @ApiProperty({ type: 'integer', example: 6, description: 'Emails with an attributed order' })
  readonly converted!: number;
  @ApiProperty({ example: 1.2, description: 'Percent of the delivered emails' }) readonly conversion_rate!: number;
  @ApiProperty({ type: 'integer', example: 7, description: 'In all currencies' }) readonly orders!: number;
  @ApiProperty({ example: 412.3, description: 'Net of refunds, in `currency`' }) readonly revenue!: number;
  @ApiProperty({ ...nullableText, example: 'EUR', description: 'Null without revenue' }) readonly currency!:
    | string
    | null;
  @ApiProperty({ description: '95 % confidence interval of the rate of the deciding metric, in percent' })
  readonly interval!: RateIntervalResponse;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 12.5,
    description: 'Lift of that rate over the first variant in percent; null when the rate of the first variant is 0',
  })
  readonly lift!: number | null;
  @ApiProperty({ ...probability, description: 'Probability that this variant is the best' })
  readonly confidence!: number | null;
  @ApiProperty({ description: 'Whether it is the winner of the test' }) readonly winner!: boolean;
}
