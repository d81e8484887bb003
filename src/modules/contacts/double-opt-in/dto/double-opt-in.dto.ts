import { Id, OneOf } from '../../../../platform/http/dto-fields.js';
import { contactOf, contactShape } from '../../dto/contact.shapes.js';
import { type Language, LANGUAGES } from '../../../../languages/languages.js';
import type { AskedContact } from '../double-opt-in.service.js';
import type { DoubleOptInEmail } from '../../consent/consent-log.js';
import * as s from '../../../../shapes/shape.js';

export class SendDoubleOptInDto {
  @Id({
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

export const doubleOptInShape = s.component('DoubleOptInResponse', {
  message: s.text('The confirmation email has been queued'),
  contact: contactShape,
  suppressed: s.optional(s.flag('True if the address is suppressed, so that no email is sent; omitted otherwise')),
});

export const doubleOptInOf = (asked: AskedContact) => ({
  message: 'The confirmation email has been queued',
  contact: contactOf(asked),
  suppressed: asked.suppressed ? true : undefined,
});
