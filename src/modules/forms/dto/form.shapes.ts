import { LANGUAGES } from '../../../languages/languages.js';
import { page } from '../../../platform/http/page.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';
import { type Form, TRACKING_QUESTIONS } from '../form.entity.js';

export const FORM_SAVED = 'Successfully saved the form.';
export const FORM_REMOVED = 'Successfully removed the form.';
const URL_EXAMPLE = 'https://mail.example.com/t/s/q3Xb0d8cQ2l4mW9sZx7Tt1Ra';

const fieldShape = s.component('FormFieldResponse', {
  key: s.text('first_name', 'A contact field, or `custom.<slug>`'),
  label: s.optional(s.text('Your first name')),
  required: s.optional(s.flag()),
});

const formShape = s.component('FormResponse', {
  id: s.integer(1),
  token: s.text('q3Xb0d8cQ2l4mW9sZx7Tt1Ra', 'Part of the public URL'),
  url: s.text(URL_EXAMPLE, 'The page of the form'),
  title: s.text('Our newsletter'),
  lists: s.list(s.integer(1)),
  tags: s.list(s.integer(1)),
  fields: s.list(fieldShape),
  consent_text: s.nullable(s.text('I want the newsletter.')),
  tracking_consent: s.oneOf(TRACKING_QUESTIONS, '`ask`: with a box for the consent to tracking', 'no'),
  double_optin: s.flag('Whether new addresses are confirmed; known ones always are'),
  redirect_url: s.nullable(s.text('https://example.com/thanks')),
  allowed_origins: s.list(s.text('https://example.com')),
  language: s.nullable(s.oneOf(LANGUAGES, 'Null: the language of the browser', 'en')),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
});

export const formOf = (form: Form & { readonly url: string }) => written(formShape, form);
export const formsShape = s.component('FormsResponse', { forms: page('FormsPage', formShape) });
export const oneFormShape = s.component('OneFormResponse', { form: formShape });
export const formWrittenShape = s.component('FormWrittenResponse', { form: formShape, message: s.text(FORM_SAVED) });
export const formRemovedShape = s.component('FormRemovedResponse', { message: s.text(FORM_REMOVED) });
export const embedShape = s.component('FormEmbedResponse', {
  html: s.text(`<form method="post" action="${URL_EXAMPLE}">…`),
});
