import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { html } from '../../../platform/html/html.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { EMAIL_MAX_LENGTH } from '../../../platform/text/email-address.js';
import { languageOf } from '../../../languages/languages.js';
import { type PublicPage, publicPage, textsFor } from '../pages/public-page.js';
import { readForm } from '../pages/read-form.js';
import { PreferenceLinkRequests } from '../../system-emails/preference-links/preference-link-requests.service.js';

const FORM_LIMIT_BYTES = 4 * 1024;
/** Milliseconds; longer than the lookup and the enqueuing take, so that the response time does not depend on the result. */
const ANSWER_AFTER_MS = 400;

/** Requests of the preference link. Neither the response nor its time shows whether an address is known. */
@Injectable()
export class LinkRequestPages {
  private readonly logger = new Logger(LinkRequestPages.name);

  constructor(private readonly requests: PreferenceLinkRequests) {}

  ask(request: AppRequest): PublicPage {
    const { address } = textsFor(request);
    return publicPage(request, 200, 'ask_for_link', {
      inForm: html`<div class="field">
        <label for="email">${address}</label>
        <input type="email" id="email" name="email" required maxlength="${EMAIL_MAX_LENGTH}" autocomplete="email" />
      </div>`,
    });
  }

  /** @throws database errors. */
  async send(request: AppRequest): Promise<PublicPage> {
    const form = await readForm(request, FORM_LIMIT_BYTES);
    const language = languageOf(request.get('accept-language'));
    let failure: unknown = null;
    // Errors up to then are reported; slower work continues in the background.
    void this.requests.request(form.get('email') ?? '', language).catch((error: unknown) => {
      failure = error;
      this.logger.warn({ err: error }, 'Preference link email failed');
    });
    await sleep(ANSWER_AFTER_MS);
    if (failure !== null) throw failure as Error;
    return publicPage(request, 200, 'link_on_its_way');
  }
}
