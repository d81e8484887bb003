import { Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { FeedbackMessageDto, FeedbackMessageQueryDto, PostedMessage } from './dto/feedback-message.dto.js';
import { FeedbackMessageResponse } from './dto/feedback-message.response.js';
import { InboundMessages } from './inbound/inbound-messages.service.js';

@ApiTags('Feedback')
@Controller('feedback')
export class FeedbackController {
  constructor(private readonly messages: InboundMessages) {}

  @Post('message')
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Take a mail that came back',
    description:
      'A bounce, a complaint or an opt-out, as a mail server received it: the raw message as `message/rfc822`, ' +
      '`application/octet-stream` or `text/plain`, up to 10 MB, or JSON. The same message twice is told once.',
  })
  @ApiBody({ type: FeedbackMessageDto })
  @ApiOkResponse({ type: FeedbackMessageResponse })
  async take(
    @PostedMessage() message: Buffer,
    @Query() query: FeedbackMessageQueryDto,
  ): Promise<FeedbackMessageResponse> {
    return new FeedbackMessageResponse(await this.messages.take(message, query.recipient));
  }
}
