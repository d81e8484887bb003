import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { IdPipe, PathId } from '../../../platform/http/id.pipe.js';
import { DoubleOptInService } from './double-opt-in.service.js';
import { doubleOptInOf, doubleOptInShape, OPT_IN_EXAMPLES, SendDoubleOptInDto } from './dto/double-opt-in.dto.js';

@ApiTags('Contacts')
@Controller('subscribers/:id/send-double-optin')
export class DoubleOptInController {
  constructor(private readonly optIns: DoubleOptInService) {}

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Send a double opt-in email',
    description:
      'Sets the contact to `pending` and sends an email with a confirmation link. Links in earlier emails become invalid. Refused if the contact is subscribed or has complained.',
  })
  @PathId('contact')
  @ApiBody({ type: SendDoubleOptInDto, examples: OPT_IN_EXAMPLES })
  @Answers(doubleOptInShape, 'The contact, now `pending`')
  @Refuses({
    400: {
      message: 'The contact is already subscribed.',
      description: 'The contact is subscribed or has complained, or a value is not allowed',
    },
  })
  async sendDoubleOptIn(@Param('id', new IdPipe()) id: number, @Body() body: SendDoubleOptInDto) {
    return doubleOptInOf(await this.optIns.request(id, { ...body.toEmail(), source: 'api' }));
  }
}
