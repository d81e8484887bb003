import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { TIMED_OUT, withTimeout } from '../../../platform/values/with-timeout.js';
import { Database } from '../../../platform/database/database.js';
import { type Html, html } from '../../../platform/html/html.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { EN } from '../../../languages/en.js';
import type { Texts } from '../../../languages/languages.js';
import { PublicLinks } from '../../mail-content/links/public-links.service.js';
import { hiddenFields, type PublicPage, publicPage, textsFor } from '../pages/public-page.js';
import { lineOf, readForm } from '../pages/read-form.js';
import { choice } from '../preferences/preference-fields.js';
import { PUBLIC_NAME } from '../../contacts/subscriptions/subscriptions.service.js';
import { EMAIL_OF_LINK } from '../../sending/ledger/past-email.entity.js';
import { OptOutService, SUBSCRIPTION } from '../../sending/opt-outs/opt-out.service.js';

export const OPT_OUT_REASONS = Object.keys(EN.optOut.reasons) as (keyof Texts['optOut']['reasons'])[];
const MAX_REASON_LENGTH = 190;
/** Opts out of all emails instead of the subscription of the email. */
const ALL_EMAILS = { scope: 'all' } as const;
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
    const { messageId } = target;
    const { optOut } = textsFor(request);
    const message = await this.messageOf(messageId);
    const below = this.preferencesLink(messageId, optOut.fewerEmails);
    const page = { address: message?.email ?? null, inForm: whyFields(optOut), below };
    if (message?.list == null)
      // Without the database, the subscription is unknown, and the page speaks of all emails.
      return publicPage(request, 200, 'confirm_opt_out', { ...page, ...(message === null && { hidden: ALL_EMAILS }) });
    return publicPage(request, 200, 'confirm_opt_out', {
      ...page,
      text: `${message.list}: ${optOut.leaveList}`,
      below: html`${allEmails(request)}${below}`,
    });
  }

  async optOut(token: string, request: AppRequest): Promise<PublicPage> {
    const target = this.links.read('unsubscribe', token);
    if (!target) return publicPage(request, 404, 'unknown_link');
    const { messageId } = target;
    const at = this.clock.now().getTime();
    const { isOneClick, reason, all } = await readOptOut(request);
    const method = isOneClick ? 'one_click' : 'page';
    await this.optOuts.optOut({ messageId, method, reason, ip: request.ip ?? null, at, all });
    const message = await this.messageOf(messageId);
    const subscription = all ? null : (message?.list ?? null);
    const below = this.preferencesLink(messageId, textsFor(request).optOut.backAgain);
    return publicPage(request, 200, 'opted_out', {
      address: message?.email ?? null,
      below: subscription === null ? below : html`${allEmails(request)}${below}`,
    });
  }

  /** Returns the address of an email and the name of its subscription; null if the database is unavailable or slow. */
  private async messageOf(messageId: number): Promise<{ email: string | null; list: string | null } | null> {
    const rows = this.db.query<{ email: string | null; list: string | null }>(
      `SELECT m.email, ${PUBLIC_NAME} AS list
         FROM ${EMAIL_OF_LINK} ${SUBSCRIPTION}`,
      { messageId },
    );
    const answer = await withTimeout(PATIENCE_MS, rows).catch(() => TIMED_OUT);
    return typeof answer === 'symbol' ? null : (answer[0] ?? { email: null, list: null });
  }

  /** Relative, so that a path prefix before `/t/` is kept. */
  private preferencesLink(messageId: number, label: string): Html {
    return html`<a class="more" href="../p/${this.links.token('preferences', { messageId, linkId: 0 })}">${label}</a>`;
  }
}

/** One step further than leaving the subscription. */
const allEmails = (request: AppRequest): Html =>
  html`<form method="post">
    ${hiddenFields(ALL_EMAILS)}<button class="second" type="submit">${textsFor(request).preferences.leave}</button>
  </form>`;

function whyFields({ whyLegend, reasons, ownWords }: Texts['optOut']): Html {
  // Collapsed, so that a phone shows the button without scrolling.
  return html`<details>
    <summary id="why">${whyLegend}</summary>
    <fieldset aria-labelledby="why">
      ${OPT_OUT_REASONS.map((reason) => choice('radio', 'reason', reason, false, reasons[reason]))}
    </fieldset>
    <div class="field">
      <label for="own_words">${ownWords}</label>
      <input type="text" id="own_words" name="own_words" maxlength="${MAX_REASON_LENGTH}" autocomplete="off" />
    </div>
  </details>`;
}

/** RFC 8058: the mail program posts `List-Unsubscribe=One-Click`, urlencoded or as multipart. Our page never sends multipart. */
async function readOptOut(
  request: AppRequest,
): Promise<{ readonly isOneClick: boolean; readonly reason: string | null; readonly all: boolean }> {
  if (request.is('multipart/form-data')) return { isOneClick: true, reason: null, all: false };
  try {
    const form = await readForm(request, FORM_LIMIT_BYTES);
    const all = form.get('scope') === ALL_EMAILS.scope;
    return { isOneClick: form.get('List-Unsubscribe') === 'One-Click', reason: reasonOf(form), all };
  } catch {
    // An unreadable body must not prevent the opt-out.
    return { isOneClick: false, reason: null, all: false };
  }
}

/** Returns the reason in a form: the language-independent choice, and the recipient's own words. */
export function reasonOf(form: URLSearchParams): string | null {
  const choice = OPT_OUT_REASONS.find((reason) => reason === form.get('reason'));
  const own = lineOf(form, 'own_words', MAX_REASON_LENGTH);
  const parts = [choice, own === '' ? undefined : own].filter((part) => part !== undefined);
  return parts.length === 0 ? null : Array.from(parts.join(': ')).slice(0, MAX_REASON_LENGTH).join('');
}
