import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { DoubleOptInService } from './double-opt-in.service.js';
import { DoubleOptInResponse, SendDoubleOptInDto } from './dto/double-opt-in.dto.js';

@ApiTags('Contacts')
@Controller('subscribers/:id/send-double-optin')
export class DoubleOptInController {
  constructor(private readonly optIns: DoubleOptInService) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('manage_contacts', {
    summary: 'Ask a contact by mail to confirm the subscription',
    description:
      'The contact becomes `pending` and is subscribed by the link in the mail. Earlier mails lose their link. A contact that is subscribed, or has complained, is refused.',
  })
  async send(@Param('id', new IdPipe()) id: number, @Body() body: SendDoubleOptInDto): Promise<DoubleOptInResponse> {
    return new DoubleOptInResponse(await this.optIns.request(id, { ...body.toMail(), source: 'api' }));
  }
}
