import { Injectable } from '@nestjs/common';
import { NAMED_COUNTRIES } from '../../platform/countries/country-names.js';
import { Database } from '../../platform/database/database.js';
import { ValidationErrors } from '../../platform/errors/app-error.js';
import { toBoolean } from '../../platform/http/dto-fields.js';
import { type Texts, TEXTS } from '../../languages/languages.js';
import { ContactCheck, type ContactInput } from '../contacts/writing/contact-check.service.js';
import type { CustomFieldType } from '../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../custom-fields/custom-fields.service.js';
import type { Form } from './form.entity.js';

/** How a page asks for a field of a contact. */
export interface FormInput {
  readonly key: string;
  readonly label: string;
  readonly type: CustomFieldType;
  readonly options: readonly string[];
  /** What the browser fills in. */
  readonly autocomplete: string;
  readonly required: boolean;
}

const CUSTOM = 'custom.';

/** Contact fields that forms may have, as HTML names them. Other fields decide what happens to a contact. */
// oxfmt-ignore
const CONTACT_FIELDS: Readonly<Record<string, string>> = {
  email: 'email', full_name: 'name', first_name: 'given-name', last_name: 'family-name', phone: 'tel', date_of_birth: 'bday',
  address_line_1: 'address-line1', address_line_2: 'address-line2', postal_code: 'postal-code', city: 'address-level2',
  state: 'address-level1', country: 'country-name', photo: 'photo',
};
// oxfmt-ignore
const TYPES: Readonly<Record<string, CustomFieldType>> = { email: 'email', date_of_birth: 'date', country: 'select-one', photo: 'url' };
const COUNTRIES = NAMED_COUNTRIES.map(({ title }) => title);

@Injectable()
export class FormInputs {
  constructor(
    private readonly db: Database,
    private readonly fields: CustomFieldsService,
    private readonly checks: ContactCheck,
  ) {}

  /** Returns all fields that forms may have, by key, with English labels. */
  async known(): Promise<ReadonlyMap<string, FormInput>> {
    const contact = Object.entries(CONTACT_FIELDS).map(([key, autocomplete]): FormInput => {
      const label = key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');
      const options = key === 'country' ? COUNTRIES : [];
      return { key, label, type: TYPES[key] ?? 'text', options, autocomplete, required: key === 'email' };
    });
    const custom = (await this.fields.list()).map(({ slug, type, label, options }): FormInput => {
      return { key: `${CUSTOM}${slug}`, label, type, options: options ?? [], autocomplete: 'off', required: false };
    });
    return new Map([...contact, ...custom].map((input) => [input.key, input]));
  }

  /** Returns the fields of a form with the address, without custom fields that were deleted. */
  async of({ fields }: Form, { address, preferences: { firstName, lastName } }: Texts): Promise<readonly FormInput[]> {
    const known = await this.known();
    const labels: Readonly<Record<string, string>> = { email: address, first_name: firstName, last_name: lastName };
    const all = fields.some(({ key }) => key === 'email') ? fields : [{ key: 'email' }, ...fields];
    return all.flatMap(({ key, label, required }) => {
      const input = known.get(key);
      if (!input) return [];
      return [{ ...input, label: label ?? labels[key] ?? input.label, required: required === true || input.required }];
    });
  }

  /** Reads a posted form by the rules of the API. Empty fields are left out, so that they clear nothing. */
  async read(form: Form, sent: URLSearchParams) {
    const faults = new ValidationErrors();
    const fields: Record<string, unknown> = {};
    const custom: Record<string, unknown> = {};
    for (const { key, type, required } of await this.of(form, TEXTS.en)) {
      const texts = sent.getAll(key).map((text) => Buffer.from(text.replaceAll('\r\n', '\n')).toString().trim());
      const values = texts.filter((text) => text !== '');
      if (values.length === 0 && required) faults.add(key, 'is required');
      const [place, name] = key.startsWith(CUSTOM) ? [custom, key.slice(CUSTOM.length)] : [fields, key];
      if (values.length > 0) place[name] = type === 'checkbox' ? values : values[0];
    }
    // Browsers send the value of the box; programs send true.
    if (form.consentText !== null && toBoolean(sent.get('consent')) !== true) faults.add('consent', 'is required');
    const input: ContactInput = { ...fields, ...trackingConsent(form, sent), custom_values: custom };
    const found = new ValidationErrors();
    const [result] = await this.checks.checkMany(this.db, [input], 'attach', { hold: false, faultsOf: () => found });
    for (const [name, reason] of Object.entries(found.reasonsByField()))
      faults.add(name.replace('custom_values.', CUSTOM), reason);
    return { email: result?.checked.fields.email, input, faults };
  }
}

/** Without a tick the contact keeps its consent. */
const trackingConsent = ({ trackingConsent: question }: Form, sent: URLSearchParams): object =>
  question === 'ask' && sent.get('tracking_consent') === 'granted' ? { tracking_consent: 'granted' } : {};
