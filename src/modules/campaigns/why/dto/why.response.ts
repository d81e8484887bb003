import { ApiProperty } from '@nestjs/swagger';

/** `unknown`: the connection broke before the reply, and a manager must decide whether the email arrived. */
export const WHY_VERDICTS = [
  'got_it',
  'will_get_it',
  'did_not_get_it',
  'would_get_it',
  'unknown_contact',
  'unknown',
] as const;

export class WhyCheckResponse {
  @ApiProperty({ example: 'matched', description: 'Name of the check, such as `subscribed`' }) readonly check!: string;
  @ApiProperty() readonly passed!: boolean;
  @ApiProperty({ example: 'Matched by row 1: list 3 (News).', description: 'The result in a sentence' })
  readonly detail!: string;
}

export class WhyResponse {
  @ApiProperty({ type: String, nullable: true, example: 'ada@example.com' }) readonly email!: string | null;
  @ApiProperty({ enum: WHY_VERDICTS, description: '`will_get_it`: waits to be sent; `would_get_it`: if sent now' })
  readonly verdict!: (typeof WHY_VERDICTS)[number];
  @ApiProperty({ example: 'The email was accepted at 2026-01-31 09:30:00 UTC.' })
  readonly explanation!: string;
  @ApiProperty({ type: () => [WhyCheckResponse] }) readonly checks!: readonly WhyCheckResponse[];
}
