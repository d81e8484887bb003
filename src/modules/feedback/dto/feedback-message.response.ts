import { ApiProperty } from '@nestjs/swagger';
import type { InboundOutcome, InboundResult } from '../inbound/inbound-messages.service.js';

const WORDS: Record<InboundOutcome, string> = {
  applied: 'The message was applied.',
  known: 'The message was known already.',
  no_effect: 'The message changes nothing any more.',
  ignored: 'The message asks for nothing.',
  unrecognised: 'The message shows no mail that it is about.',
  quarantined: 'The message could not be read and was set aside.',
};

export class FeedbackMessageResponse {
  @ApiProperty({ example: 'The message was applied.' }) readonly message: string;
  @ApiProperty({
    enum: Object.keys(WORDS),
    description:
      '`known`: told before. `no_effect`: true, but it changes nothing any more. `ignored`: nothing to do, such as for an ' +
      'automatic reply. `unrecognised`: nothing in it that only we can make. `quarantined`: too large or too deep.',
    example: 'applied',
  })
  readonly outcome: InboundOutcome;
  @ApiProperty({
    enum: [
      'bounce',
      'delivery_notice',
      'complaint',
      'not_spam',
      'unsubscribe',
      'auto_reply',
      'other',
      'unreadable',
    ] satisfies InboundResult['kind'][],
    example: 'bounce',
  })
  readonly kind: InboundResult['kind'];
  @ApiProperty({ type: 'integer', nullable: true, description: 'The mail that it is about', example: 1042 })
  readonly email_id: number | null;

  constructor({ outcome, kind, emailId }: InboundResult) {
    this.message = WORDS[outcome];
    this.outcome = outcome;
    this.kind = kind;
    this.email_id = emailId;
  }
}
