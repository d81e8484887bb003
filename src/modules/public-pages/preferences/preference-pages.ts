import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { html } from '../../../platform/html/html.js';
import type { AppRequest } from '../../../platform/http/request.js';
import type { ChangeCause } from '../../contacts/writing/contact-change.js';
import {
  ContactPreferencesService,
  type OfferedField,
  type Preferences,
} from '../../contacts/preferences/contact-preferences.service.js';
import { contactOfLink } from '../../sending/ledger/past-email.entity.js';
import { OptOutService } from '../../sending/opt-outs/opt-out.service.js';
import { languageOf } from '../../../languages/languages.js';
import { type PublicPage, publicPage, textsFor } from '../pages/public-page.js';
import { PublicLinks } from '../../mail-content/links/public-links.service.js';
import { readForm } from '../pages/read-form.js';
import { asEntered, type FieldFault, type FormFaults, readPreferenceForm, valueField } from './preference-form.js';
import { preferencePage, type PreferencePage } from './preference-page.js';

/** Bytes; several long texts in scripts whose letters take nine bytes in a form. */
const FORM_LIMIT_BYTES = 1024 * 1024;
const NO_FAULTS: FormFaults = new Map();

const FAULT_OF_TYPE: Readonly<Record<OfferedField['type'], FieldFault>> = {
  text: 'too_long',
  textarea: 'too_long',
  'select-one': 'option',
  checkbox: 'option',
  radio: 'option',
  number: 'number',
  date: 'date',
  url: 'url',
  email: 'email',
};

interface Reader {
  readonly messageId: number;
  readonly preferences: Preferences;
}

/** The preference center. GET changes nothing; posted values are untrusted and validated. */
@Injectable()
export class PreferencePages {
  constructor(
    private readonly db: Database,
    private readonly links: PublicLinks,
    private readonly contacts: ContactPreferencesService,
    private readonly optOuts: OptOutService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async show(token: string, request: AppRequest): Promise<PublicPage> {
    const reader = await this.readerOf(token, request);
    return 'status' in reader ? reader : this.page(request, 200, { preferences: reader.preferences, notice: null });
  }

  async submit(token: string, request: AppRequest): Promise<PublicPage> {
    // The form of an invalid link is not read.
    const isValid = this.links.read('preferences', token) !== null;
    const form = isValid ? await readForm(request, FORM_LIMIT_BYTES) : new URLSearchParams();
    const action = form.get('action');
    if (action === 'leave') return this.leave(token, request);
    const reader = await this.readerOf(token, request);
    if ('status' in reader) return reader;
    if (action === 'save') return this.save(reader, form, request);
    if (action === 'subscribe') return this.subscribeAgain(reader, request);
    return this.page(request, 200, { preferences: reader.preferences, notice: null });
  }

  /** Does not need the database, so that opt-outs work while it is unavailable. */
  private async leave(token: string, request: AppRequest): Promise<PublicPage> {
    const target = this.links.read('preferences', token);
    if (!target) return publicPage(request, 404, 'unknown_link');
    const { messageId } = target;
    const at = this.clock.now().getTime();
    const optOut = { messageId, method: 'preferences', reason: null, at, all: true } as const;
    await this.optOuts.optOut({ ...optOut, ip: request.ip ?? null });
    // An empty target reloads this page.
    const below = html`<a class="more" href="${token}">${textsFor(request).optOut.backAgain}</a>`;
    return publicPage(request, 200, 'opted_out', { below });
  }

  private async save(
    { messageId, preferences }: Reader,
    form: URLSearchParams,
    request: AppRequest,
  ): Promise<PublicPage> {
    const read = readPreferenceForm(form, this.clock.now(), this.config.timeZone);
    const entered = { pause: form.get('pause'), day: form.get('pause_day') ?? '' };
    const faulty = (faults: FormFaults): PublicPage =>
      this.page(request, 400, { preferences: asEntered(preferences, read), notice: 'faulty', faults, entered });
    if (read.faults.size > 0) return faulty(read.faults);
    const wrong = await this.contacts.save(preferences.contactId, read.changes, evidenceOf(messageId, request));
    if (wrong.size > 0) return faulty(faultsByField(wrong, preferences.fields));
    return this.current(request, preferences, 'saved');
  }

  private async subscribeAgain({ messageId, preferences }: Reader, request: AppRequest): Promise<PublicPage> {
    const language = languageOf(request.get('accept-language'));
    const evidence = evidenceOf(messageId, request);
    const isAsked = await this.contacts.subscribeAgain(preferences.contactId, language, evidence);
    return this.current(request, preferences, isAsked ? 'confirmationSent' : null);
  }

  /** @returns the error page for an invalid link or a deleted contact. */
  private async readerOf(token: string, request: AppRequest): Promise<Reader | PublicPage> {
    const target = this.links.read('preferences', token);
    if (!target) return publicPage(request, 404, 'unknown_link');
    const { messageId } = target;
    const contactId = await contactOfLink(this.db, messageId);
    const preferences = contactId == null ? null : await this.contacts.of(contactId);
    return preferences ? { messageId, preferences } : publicPage(request, 404, 'gone');
  }

  private async current(
    request: AppRequest,
    { contactId }: Preferences,
    notice: PreferencePage['notice'],
  ): Promise<PublicPage> {
    const preferences = await this.contacts.of(contactId);
    return preferences ? this.page(request, 200, { preferences, notice }) : publicPage(request, 404, 'gone');
  }

  private page(
    request: AppRequest,
    status: number,
    page: Pick<PreferencePage, 'preferences' | 'notice' | 'entered'> & { readonly faults?: FormFaults },
  ): PublicPage {
    const language = languageOf(request.get('accept-language'));
    const whole = { faults: NO_FAULTS, ...page, language, now: this.clock.now(), zone: this.config.timeZone };
    return { status, ...preferencePage(whole) };
  }
}

function evidenceOf(messageId: number, request: AppRequest): NonNullable<ChangeCause['evidence']> {
  return {
    ip: request.ip ?? null,
    textVersion: `preference-centre-${languageOf(request.get('accept-language'))}`,
    proof: JSON.stringify({ email_id: messageId }),
  };
}

/** Maps validation errors of the contact to messages by form field. */
function faultsByField(wrong: ReadonlySet<string>, fields: readonly OfferedField[]): FormFaults {
  const faults = new Map<string, FieldFault>();
  for (const name of ['first_name', 'last_name']) if (wrong.has(name)) faults.set(name, 'too_long');
  if (wrong.has('forget_tracking')) faults.set('forget_tracking', 'forget_tracking');
  for (const { id, slug, type } of fields)
    if (wrong.has(`custom_values.${slug}`)) faults.set(valueField(id), FAULT_OF_TYPE[type]);
  return faults;
}
