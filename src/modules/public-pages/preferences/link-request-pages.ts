import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { html } from '../../../platform/html/html.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { EMAIL_MAX_LENGTH } from '../../../platform/text/email-address.js';
import { languageOf } from '../../mail-content/links/page-language.js';
import { publicPage, textsFor } from '../pages/public-page.js';
import { readForm } from '../pages/read-form.js';
import { LinkMails } from '../../system-emails/preference-links/link-mails.service.js';

const FORM_LIMIT_BYTES = 4 * 1024;
/** Longer than it takes to look somebody up and to write a mail down: the answer comes after it, whatever was found. */
const ANSWER_AFTER_MS = 400;

/** "Send me my link." Nobody learns from it who is known here: neither from the words nor from the time they take. */
@Injectable()
export class LinkRequestPages {
  private readonly logger = new Logger(LinkRequestPages.name);

  constructor(private readonly mails: LinkMails) {}

  ask(request: AppRequest, response: Response): void {
    const { address } = textsFor(request);
    publicPage(request, response, 200, 'ask_for_link', {
      inForm: html`<div class="field">
        <label for="email">${address}</label>
        <input type="email" id="email" name="email" required maxlength="${EMAIL_MAX_LENGTH}" autocomplete="email" />
      </div>`,
    });
  }

  /** @throws what keeps the database from knowing anybody at all. */
  async send(request: AppRequest, response: Response): Promise<void> {
    const form = await readForm(request, FORM_LIMIT_BYTES);
    const language = languageOf(request.get('accept-language'));
    let failure: unknown = null;
    // What has failed by then is said; what takes longer goes on by itself.
    void this.mails.request(form.get('email') ?? '', language).catch((error: unknown) => {
      failure = error;
      this.logger.warn({ err: error }, 'A link was asked for and could not be mailed');
    });
    await sleep(ANSWER_AFTER_MS);
    if (failure !== null) throw failure as Error;
    publicPage(request, response, 200, 'link_on_its_way');
  }
}
