import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { DoubleOptInService } from './double-opt-in.service.js';
import { DoubleOptInResponse, OPT_IN_EXAMPLES, SendDoubleOptInDto } from './dto/double-opt-in.dto.js';

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
  @PathId('contact')
  @ApiBody({ type: SendDoubleOptInDto, examples: OPT_IN_EXAMPLES })
  @ApiOkResponse({ type: DoubleOptInResponse })
  @Refuses({
    400: {
      message: 'The contact is subscribed already.',
      description: 'It is subscribed or has complained, or a value is not allowed',
    },
  })
  async sendDoubleOptIn(
    @Param('id', new IdPipe()) id: number,
    @Body() body: SendDoubleOptInDto,
  ): Promise<DoubleOptInResponse> {
    return new DoubleOptInResponse(await this.optIns.request(id, { ...body.toMail(), source: 'api' }));
  }
}
