import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { TIMED_OUT, withTimeout } from '../../../platform/values/with-timeout.js';
import { Database } from '../../../platform/database/database.js';
import { type Html, html } from '../../../platform/html/html.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { EN } from '../../../languages/en.js';
import type { Texts } from '../../../languages/languages.js';
import { PublicLinks } from '../../mail-content/links/public-links.service.js';
import { type PublicPage, publicPage, textsFor } from '../pages/public-page.js';
import { lineOf, readForm } from '../pages/read-form.js';
import { OptOutService } from '../../sending/opt-outs/opt-out.service.js';

export const OPT_OUT_REASONS = Object.keys(EN.optOut.reasons) as (keyof Texts['optOut']['reasons'])[];
const MAX_REASON_LENGTH = 190;
const FORM_LIMIT_BYTES = 16 * 1024;
/** How long a page waits for the address that it shows. */
const PATIENCE_MS = 120;

/** The opt-out pages. They work without the database, so that opt-outs do, too. */
@Injectable()
export class OptOutPages {
  constructor(
    private readonly db: Database,
    private readonly links: PublicLinks,
    private readonly optOuts: OptOutService,
    private readonly clock: Clock,
  ) {}

  async ask(token: string, request: AppRequest): Promise<PublicPage> {
    const target = this.links.read('unsubscribe', token);
    if (!target) return publicPage(request, 404, 'unknown_link');
    const { optOut } = textsFor(request);
    return publicPage(request, 200, 'confirm_opt_out', {
      address: await this.addressOf(target.messageId),
      inForm: whyFields(optOut),
      below: this.preferencesLink(target.messageId, optOut.fewerEmails),
    });
  }

  async optOut(token: string, request: AppRequest): Promise<PublicPage> {
    const target = this.links.read('unsubscribe', token);
    if (!target) return publicPage(request, 404, 'unknown_link');
    const { messageId } = target;
    const at = this.clock.now().getTime();
    const { isOneClick, reason } = await readReason(request);
    const method = isOneClick ? 'one_click' : 'page';
    await this.optOuts.optOut({ messageId, method, reason, ip: request.ip ?? null, at });
    return publicPage(request, 200, 'opted_out', {
      address: await this.addressOf(messageId),
      below: this.preferencesLink(messageId, textsFor(request).optOut.backAgain),
    });
  }

  /** Returns the address of an email; null if it is erased, or if the database is unavailable or slow. */
  private async addressOf(messageId: number): Promise<string | null> {
    const rows = this.db.query<{ email: string | null }>('SELECT email FROM email_messages WHERE id = :messageId', {
      messageId,
    });
    const answer = await withTimeout(PATIENCE_MS, rows).catch(() => TIMED_OUT);
    return typeof answer === 'symbol' ? null : (answer[0]?.email ?? null);
  }

  /** Relative, so that a path prefix before `/t/` is kept. */
  private preferencesLink(messageId: number, label: string): Html {
    return html`<a class="more" href="../p/${this.links.token('preferences', { messageId, linkId: 0 })}">${label}</a>`;
  }
}

function whyFields({ whyLegend, reasons, ownWords }: Texts['optOut']): Html {
  // Collapsed, so that a phone shows the button without scrolling.
  return html`<details>
    <summary id="why">${whyLegend}</summary>
    <fieldset aria-labelledby="why">
      ${OPT_OUT_REASONS.map(
        (reason) =>
          html`<label class="choice"
            ><input type="radio" name="reason" value="${reason}" /><span>${reasons[reason]}</span></label
          >`,
      )}
    </fieldset>
    <div class="field">
      <label for="own_words">${ownWords}</label>
      <input type="text" id="own_words" name="own_words" maxlength="${MAX_REASON_LENGTH}" autocomplete="off" />
    </div>
  </details>`;
}

/** RFC 8058: the mail program posts `List-Unsubscribe=One-Click`, urlencoded or as multipart. Our page never sends multipart. */
async function readReason(
  request: AppRequest,
): Promise<{ readonly isOneClick: boolean; readonly reason: string | null }> {
  if (request.is('multipart/form-data')) return { isOneClick: true, reason: null };
  try {
    const form = await readForm(request, FORM_LIMIT_BYTES);
    return { isOneClick: form.get('List-Unsubscribe') === 'One-Click', reason: reasonOf(form) };
  } catch {
    // An unreadable body must not prevent the opt-out.
    return { isOneClick: false, reason: null };
  }
}

/** Returns the reason in a form: the language-independent choice, and the recipient's own words. */
export function reasonOf(form: URLSearchParams): string | null {
  const choice = OPT_OUT_REASONS.find((reason) => reason === form.get('reason'));
  const own = lineOf(form, 'own_words', MAX_REASON_LENGTH);
  const parts = [choice, own === '' ? undefined : own].filter((part) => part !== undefined);
  return parts.length === 0 ? null : Array.from(parts.join(': ')).slice(0, MAX_REASON_LENGTH).join('');
}
