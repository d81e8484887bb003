import { Post } from '@nestjs/common';
import { RequirePermission, Refuses, Answers } from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { DoubleOptInService } from './double-opt-in.service.js';
import { doubleOptInOf, doubleOptInShape, OPT_IN_EXAMPLES, SendDoubleOptInDto } from './dto/double-opt-in.dto.js';

@Resource('subscribers/:id/send-double-optin', 'Contacts')
export class DoubleOptInController {
  constructor(private readonly optIns: DoubleOptInService) {}

  @Post()
  @RequirePermission('manage_contacts', {
    summary: 'Send a double opt-in email',
    description:
      'Sets the contact to `pending` and sends an email with a confirmation link. Links in earlier emails become invalid. Refused if the contact is subscribed or has complained.',
  })
  @Answers(doubleOptInShape, 'The contact, now `pending`')
  @Refuses({
    400: {
      message: 'The contact is already subscribed.',
      description: 'The contact is subscribed or has complained, or a value is not allowed',
    },
  })
  async sendDoubleOptIn(@RecordId('contact') id: number, @BodyLike(OPT_IN_EXAMPLES) body: SendDoubleOptInDto) {
    return doubleOptInOf(await this.optIns.request(id, { ...body.toEmail(), source: 'api' }));
  }
}
