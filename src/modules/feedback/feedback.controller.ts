import { Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { RequirePermission } from '../../platform/access/require-permission.js';
import { type Refusal, Refuses } from '../../platform/openapi/refusals.js';
import { TakesBody } from '../../platform/http/request-bodies.guard.js';
import { FeedbackMessageDto, FeedbackMessageQueryDto, PostedMessage } from './dto/feedback-message.dto.js';
import { FeedbackMessageResponse } from './dto/feedback-message.response.js';
import { InboundMessages } from './inbound/inbound-messages.service.js';

const BOUNCE = 'Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.net\r\nSubject: Undelivered Mail\r\n\r\n...';
const EXAMPLES = {
  json: { summary: 'In JSON', value: { message: BOUNCE } },
  raw: { summary: 'The message itself, in the other types', value: BOUNCE },
};
const NO_MESSAGE: Refusal = {
  message: 'Invalid parameter: message is required',
  description: 'There is no message; one that cannot be read is taken and set aside',
  data: { params: { message: 'is required' } },
};

@ApiTags('Feedback')
@Controller('feedback')
export class FeedbackController {
  constructor(private readonly messages: InboundMessages) {}

  @TakesBody({ large: true, message: true })
  @Post('message')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Report a mail that came back',
    description:
      'A bounce, a complaint or an opt-out, as a mail server received it: the raw message as `message/rfc822`, ' +
      '`application/octet-stream` or `text/plain`, up to 10 MB, or JSON. The same message twice is told once.',
  })
  @ApiExtraModels(FeedbackMessageDto)
  @ApiConsumes('application/json', 'message/rfc822', 'application/octet-stream', 'text/plain')
  @ApiBody({
    description: 'An object in JSON; in the other types the message itself',
    schema: { oneOf: [{ $ref: getSchemaPath(FeedbackMessageDto) }, { type: 'string' }] },
    examples: EXAMPLES,
  })
  @ApiOkResponse({ type: FeedbackMessageResponse })
  @Refuses({ 400: NO_MESSAGE })
  async reportReturnedMail(
    @PostedMessage() message: Buffer,
    @Query() query: FeedbackMessageQueryDto,
  ): Promise<FeedbackMessageResponse> {
    return new FeedbackMessageResponse(await this.messages.take(message, query.recipient));
  }
}
