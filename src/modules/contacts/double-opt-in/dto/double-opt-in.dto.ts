import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OneOf, WholeNumber } from '../../../../platform/http/dto-fields.js';
import { ContactResponse } from '../../dto/contact.response.js';
import { OPTIN_LANGUAGES, type OptinLanguage } from '../contact-optin.entity.js';
import type { AskedContact } from '../double-opt-in.service.js';
import type { OptinMail } from '../optin-requests.js';

const MAX_ID = 4_294_967_295;

export class SendDoubleOptInDto {
  @WholeNumber({
    min: 1,
    max: MAX_ID,
    nullable: true,
    description: 'A template that links to `{{ confirm_url }}`; without it the installation’s own text is sent',
    example: 1,
  })
  template_id?: number | null;

  @OneOf(OPTIN_LANGUAGES, {
    nullable: true,
    description: 'Of the built-in text; without it that of the custom field `language` or `locale`, else English',
    example: 'de',
  })
  language?: OptinLanguage | null;

  toMail(): OptinMail {
    return { templateId: this.template_id ?? null, language: this.language ?? null };
  }
}

/** Bodies that can be sent as they are. */
export const OPT_IN_EXAMPLES = {
  own: { summary: 'The built-in text', value: {} },
  german: { summary: 'The built-in text, in German', value: { language: 'de' } },
};

export class DoubleOptInResponse {
  @ApiProperty({ type: String, example: 'The mail that asks for a confirmation is on its way' })
  readonly message = 'The mail that asks for a confirmation is on its way';
  @ApiProperty({ type: () => ContactResponse }) readonly contact: ContactResponse;
  @ApiPropertyOptional({
    type: Boolean,
    description: 'True if the address must not be mailed: then no mail is sent; left out otherwise',
  })
  readonly suppressed?: true;

  constructor(asked: AskedContact) {
    this.contact = new ContactResponse(asked);
    if (asked.suppressed) this.suppressed = true;
  }
}
