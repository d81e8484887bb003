import { Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { RequirePermission, Refuses, invalid, Answers } from '../../platform/access/operation.js';
import { Resource } from '../../platform/http/resource.js';
import { AcceptsBody } from '../../platform/http/request-bodies.guard.js';
import { FeedbackMessageDto, FeedbackMessageQueryDto, PostedMessage } from './dto/feedback-message.dto.js';
import { feedbackMessageOf, feedbackMessageShape } from './dto/feedback-message.shapes.js';
import { InboundMessages } from './inbound/inbound-messages.service.js';

const BOUNCE = 'Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.net\r\nSubject: Undelivered Mail\r\n\r\n...';
const EXAMPLES = {
  json: { summary: 'As JSON', value: { message: BOUNCE } },
  raw: { summary: 'As a raw message', value: BOUNCE },
};
const MISSING = 'The message is missing. A message that cannot be parsed is accepted and quarantined';

@Resource('feedback', 'Feedback')
export class FeedbackController {
  constructor(private readonly messages: InboundMessages) {}

  @AcceptsBody({ large: true, message: true })
  @Post('message')
  @RequirePermission('manage_contacts', {
    summary: 'Report a bounce, complaint, or opt-out email',
    description:
      'Processes a message as a mail server received it: raw, as `message/rfc822`, `application/octet-stream`, or ' +
      '`text/plain`, up to 10 MB, or in JSON. Idempotent: a repeated message has no further effect.',
  })
  @ApiExtraModels(FeedbackMessageDto)
  @ApiConsumes('application/json', 'message/rfc822', 'application/octet-stream', 'text/plain')
  @ApiBody({
    description: 'A JSON object, or the raw message in the other content types',
    schema: { oneOf: [{ $ref: getSchemaPath(FeedbackMessageDto) }, { type: 'string' }] },
    examples: EXAMPLES,
  })
  @Answers(feedbackMessageShape, 'The kind of the message, and its effect')
  @Refuses({ 400: invalid(MISSING, { message: 'is required' }) })
  async reportReturnedMail(@PostedMessage() message: Buffer, @Query() query: FeedbackMessageQueryDto) {
    return feedbackMessageOf(await this.messages.take(message, query.recipient));
  }
}
