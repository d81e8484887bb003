import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OneOf, WholeNumber } from '../../../../platform/http/dto-fields.js';
import { ContactResponse } from '../../dto/contact.response.js';
import { type Language, LANGUAGES } from '../../../../languages/languages.js';
import type { AskedContact } from '../double-opt-in.service.js';
import type { DoubleOptInEmail } from '../../consent/consent-log.js';

const MAX_ID = 4_294_967_295;

export class SendDoubleOptInDto {
  @WholeNumber({
    min: 1,
    max: MAX_ID,
    nullable: true,
    description: 'Id of a template that links to `{{ confirm_url }}`; default: the built-in text',
    example: 1,
  })
  template_id?: number | null;

  @OneOf(LANGUAGES, {
    nullable: true,
    description: 'Language of the built-in text; default: the custom field `language` or `locale`, then English',
    example: 'de',
  })
  language?: Language | null;

  toEmail(): DoubleOptInEmail {
    return { templateId: this.template_id ?? null, language: this.language ?? null };
  }
}

/** Runnable examples. */
export const OPT_IN_EXAMPLES = {
  own: { summary: 'The built-in text', value: {} },
  german: { summary: 'The built-in text, in German', value: { language: 'de' } },
};

export class DoubleOptInResponse {
  @ApiProperty({ type: String, example: 'The confirmation email has been queued' })
  readonly message = 'The confirmation email has been queued';
  @ApiProperty({ type: () => ContactResponse }) readonly contact: ContactResponse;
  @ApiPropertyOptional({
    type: Boolean,
    description: 'True if the address is suppressed, so that no email is sent; omitted otherwise',
  })
  readonly suppressed?: true;

  constructor(asked: AskedContact) {
    this.contact = new ContactResponse(asked);
    if (asked.suppressed) this.suppressed = true;
  }
}
