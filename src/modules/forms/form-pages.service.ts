import { Injectable } from '@nestjs/common';
import { type Html, html } from '../../platform/html/html.js';
import type { AppRequest } from '../../platform/http/request.js';
import { type Texts, TEXTS } from '../../languages/languages.js';
import type { Brand } from '../public-pages/pages/brand.js';
import { hiddenFields, type PublicPage, textsFor } from '../public-pages/pages/public-page.js';
import { choice, fieldControl, faultText } from '../public-pages/preferences/preference-fields.js';
import type { FieldFault } from '../public-pages/preferences/preference-form.js';
import type { Form } from './form.entity.js';
import { type FormInput, FormInputs } from './form-inputs.service.js';
import type { PublicForm } from './forms.service.js';

/** A field that people do not see, so that only programs fill it in. */
export const HONEYPOT = 'homepage';
/** From the second page. */
export const TICKET = 'ticket';
export const SCRIPT = 'assets/proof.js';

export type Reasons = Readonly<Record<string, string>>;

const FAULTS: Readonly<Record<FormInput['type'], FieldFault>> = {
  ...{ text: 'too_long', textarea: 'too_long', number: 'number', date: 'date', url: 'url', email: 'email' },
  ...{ 'select-one': 'option', checkbox: 'option', radio: 'option' },
};

/** The pages of a form, and its HTML for websites. */
@Injectable()
export class FormPages {
  constructor(private readonly inputs: FormInputs) {}

  /** @param reasons of the fields that are not valid, for a form that is shown again with what was entered. */
  async page(form: Form, request: AppRequest, entered = new URLSearchParams(), reasons?: Reasons): Promise<PublicPage> {
    const texts = textsFor(request);
    const content = html`${reasons ? html`<p class="said bad" role="alert">${texts.preferences.faulty}</p>` : null}
      <form method="post" data-challenge="${form.token}/challenge">
        ${await this.controls(form, texts, entered, reasons)}
      </form>
      <script src="${SCRIPT}" defer></script>`;
    return pageOf(form, request, content, reasons ? 400 : 200);
  }

  /** Returns the page that sends the form again, for people without scripts. */
  secondPage(form: Form, request: AppRequest, entered: URLSearchParams, ticket: string): PublicPage {
    const { signUp } = textsFor(request);
    const sent = [...entered].filter(([name]) => name !== TICKET && name !== 'altcha');
    const content = html`<p>${signUp.wait}</p>
      <form method="post">
        ${[...sent, [TICKET, ticket]].map(([name = '', value = '']) => hiddenFields({ [name]: value }))}
        <button type="submit">${signUp.button}</button>
      </form>`;
    return pageOf(form, request, content);
  }

  thanks(form: Form, request: AppRequest): PublicPage {
    return pageOf(form, request, html`<p>${textsFor(request).signUp.thanks}</p>`);
  }

  /** The script can read the challenge on listed websites only. */
  async embed(form: PublicForm): Promise<string> {
    const { url } = form;
    const controls = await this.controls(form, TEXTS[form.language ?? 'en'], new URLSearchParams());
    if (form.allowedOrigins.length === 0) return html`<form method="post" action="${url}">${controls}</form>`.text;
    return html`<form method="post" action="${url}" data-challenge="${url}/challenge">${controls}</form>
      <script src="${url.replace(form.token, SCRIPT)}" defer></script>`.text;
  }

  private async controls(form: Form, texts: Texts, entered: URLSearchParams, reasons: Reasons = {}): Promise<Html> {
    const faultOf = (name: string, type: FormInput['type']): FieldFault | undefined =>
      name in reasons ? (reasons[name] === 'is required' ? 'required' : FAULTS[type]) : undefined;
    const control = ({ key: name, type, autocomplete, required, ...input }: FormInput): Html => {
      const value = type === 'checkbox' ? entered.getAll(name) : entered.get(name);
      const attributes = html`autocomplete="${autocomplete}" ${required ? html`required` : null}`;
      return fieldControl({ ...input, name, type, value }, texts, faultOf(name, type), null, attributes);
    };
    const box = (name: string, value: string, label: string | null): Html | null =>
      label === null
        ? null
        : html`<div class="field">
            ${choice('checkbox', name, value, entered.has(name), label)}
            ${faultText(name, faultOf(name, 'checkbox'), texts.faults)}
          </div>`;
    return html`${(await this.inputs.of(form, texts)).map(control)} ${box('consent', '1', form.consentText)}
      ${box('tracking_consent', 'granted', form.trackingConsent === 'ask' ? texts.signUp.tracking : null)}
      <div hidden><input type="text" name="${HONEYPOT}" tabindex="-1" autocomplete="off" aria-label="Homepage" /></div>
      <button type="submit">${texts.signUp.button}</button>`;
  }
}

function pageOf({ title, redirectUrl }: Form, request: AppRequest, content: Html, status = 200): PublicPage {
  const { securityPolicy } = request.app.locals['brand'] as Brand;
  // Browsers apply the policy to the redirect as well.
  const forms = redirectUrl === null ? "'self'" : `'self' ${new URL(redirectUrl).origin}`;
  const headers = {
    'Content-Security-Policy': `${securityPolicy.replace("form-action 'self'", `form-action ${forms}`)}; script-src 'self'; connect-src 'self'`,
    // Without a referrer, browsers do not say that the form is ours.
    'Referrer-Policy': 'same-origin',
    Vary: 'Accept-Language, Origin',
  };
  return {
    status,
    title,
    content: html`<h1>${title}</h1>
      ${content}`,
    headers,
  };
}
