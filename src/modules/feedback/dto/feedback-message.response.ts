import { ApiProperty } from '@nestjs/swagger';
import type { InboundOutcome, InboundResult } from '../inbound/inbound-messages.service.js';

const WORDS: Record<InboundOutcome, string> = {
  applied: 'The message was applied.',
  known: 'The message was already reported.',
  no_effect: 'The message had no effect.',
  ignored: 'The message requires no action.',
  unrecognised: 'The message does not identify an email.',
  quarantined: 'The message could not be parsed and was quarantined.',
};

export class FeedbackMessageResponse {
  @ApiProperty({ example: 'The message was applied.' }) readonly message: string;
  @ApiProperty({
    enum: Object.keys(WORDS),
    description:
      '`known`: reported before. `no_effect`: valid, but nothing changed. `ignored`: no action needed, such as for an ' +
      'automatic reply. `unrecognised`: it contains no valid token or Message-ID. `quarantined`: too large or nested too deeply.',
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
      'reply',
      'other',
      'unreadable',
    ] satisfies InboundResult['kind'][],
    description: 'What the message was classified as',
    example: 'bounce',
  })
  readonly kind: InboundResult['kind'];
  @ApiProperty({ type: 'integer', nullable: true, description: 'The email that the message is about', example: 1042 })
  readonly email_id: number | null;

  constructor({ outcome, kind, emailId }: InboundResult) {
    this.message = WORDS[outcome];
    this.outcome = outcome;
    this.kind = kind;
    this.email_id = emailId;
  }
}
