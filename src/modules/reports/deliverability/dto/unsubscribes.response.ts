import { ApiProperty } from '@nestjs/swagger';
import { DeliverabilityResponse, NULL_OF_AUDIENCE, RecentOutcomeResponse } from './deliverability.response.js';

class UnsubscribeTotalsResponse {
  @ApiProperty({ type: 'integer', example: 10000 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 45, description: 'Contacts that became unsubscribed in any way' })
  readonly unsubscribed!: number;
  @ApiProperty({ type: 'integer', example: 40, description: 'Opt-outs by a link or button of an email' })
  readonly through_mails!: number;
}

class UnsubscribeRatesResponse {
  @ApiProperty({ example: 0.4, description: 'through_mails as a percentage of sent' })
  readonly unsubscribe_rate!: number;
}

class PreviousUnsubscribesResponse {
  @ApiProperty() readonly totals!: UnsubscribeTotalsResponse;
  @ApiProperty() readonly rates!: UnsubscribeRatesResponse;
}

class UnsubscribeReasonResponse {
  @ApiProperty({ type: String, nullable: true, example: 'too_many', description: 'Null if none was given' })
  readonly reason!: string | null;
  @ApiProperty({ type: 'integer', example: 10 }) readonly total!: number;
  @ApiProperty({ example: 25, description: 'Percentage of through_mails' }) readonly share!: number;
}

class UnsubscribeMethodResponse {
  @ApiProperty({ example: 'one_click', description: 'How contacts opted out' }) readonly method!: string;
  @ApiProperty({ type: 'integer', example: 30 }) readonly total!: number;
  @ApiProperty({ example: 75, description: 'Percentage of through_mails' }) readonly share!: number;
}

class UnsubscribeDayResponse {
  @ApiProperty({ example: '2026-06-01', description: 'Local day' }) readonly date!: string;
  @ApiProperty({ type: 'integer', example: 400 }) readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 3 }) readonly unsubscribed!: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'Opt-outs through an email' })
  readonly through_mails!: number;
  @ApiProperty({ example: 0.5, description: 'through_mails as a percentage of sent' })
  readonly unsubscribe_rate!: number;
}

class RecentUnsubscribeResponse extends RecentOutcomeResponse {
  @ApiProperty({ example: 'one_click', description: 'How the contact opted out' }) readonly method!: string;
  @ApiProperty({ type: String, nullable: true, example: 'too_many', description: 'Null if none was given' })
  readonly reason!: string | null;
}

export class UnsubscribesResponse extends DeliverabilityResponse {
  @ApiProperty() readonly totals!: UnsubscribeTotalsResponse;
  @ApiProperty() readonly rates!: UnsubscribeRatesResponse;
  @ApiProperty({ type: PreviousUnsubscribesResponse, nullable: true, description: 'Null with `compare_with=none`' })
  readonly previous!: PreviousUnsubscribesResponse | null;
  @ApiProperty({
    type: [UnsubscribeReasonResponse],
    nullable: true,
    description: `The 20 most frequent reasons. ${NULL_OF_AUDIENCE}`,
  })
  readonly by_reason!: readonly UnsubscribeReasonResponse[] | null;
  @ApiProperty({ type: [UnsubscribeMethodResponse], nullable: true, description: NULL_OF_AUDIENCE })
  readonly by_method!: readonly UnsubscribeMethodResponse[] | null;
  @ApiProperty({ type: [UnsubscribeDayResponse], description: 'Every day of the period' })
  readonly timeline!: readonly UnsubscribeDayResponse[];
  @ApiProperty({
    type: [RecentUnsubscribeResponse],
    nullable: true,
    description: `The latest 20 opt-outs through emails, newest first. ${NULL_OF_AUDIENCE}`,
  })
  readonly recent!: readonly RecentUnsubscribeResponse[] | null;
}
