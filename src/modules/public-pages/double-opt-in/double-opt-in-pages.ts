import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { SYSTEM_SOURCES } from '../../../events/email-state.js';
import { Database } from '../../../platform/database/database.js';
import { html } from '../../../platform/html/html.js';
import type { AppRequest } from '../../../platform/http/request.js';
import {
  type ConfirmationLink,
  type ConsentEvidence,
  doubleOptInIdOf,
  DoubleOptInService,
} from '../../contacts/double-opt-in/double-opt-in.service.js';
import { PublicLinks } from '../../mail-content/links/public-links.service.js';
import { type PublicPage, publicPage, textsFor } from '../pages/public-page.js';
import { choice } from '../preferences/preference-fields.js';
import { readForm } from '../pages/read-form.js';

interface ConfirmationEmail {
  readonly id: number;
  readonly message_id: string | null;
  readonly content_id: number;
  readonly recipient_key: string;
  readonly email: string | null;
  readonly created_at: Date;
}

const FORM_BYTES = 4_096;
/** Form field of the button that requests a new email instead of confirming. */
const AGAIN = 'again';
const TRACKING = 'tracking_consent';

@Injectable()
export class DoubleOptInPages {
  constructor(
    private readonly db: Database,
    private readonly links: PublicLinks,
    private readonly optIns: DoubleOptInService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Changes nothing, because scanners follow every link. */
  async ask(token: string, request: AppRequest): Promise<PublicPage> {
    const mail = await this.emailOf(token);
    const result = mail ? await this.optIns.look(linkOf(mail)) : null;
    if (result !== 'open') return pageOf(result, request);
    const { preferences: words } = textsFor(request);
    const inForm = this.config.mail.tracksByDefault
      ? null
      : html`<fieldset>
          <legend>${words.trackingLegend}</legend>
          ${choice('checkbox', TRACKING, 'granted', false, words.trackingGranted)}
        </fieldset>`;
    return publicPage(request, 200, 'confirm_opt_in', { address: mail?.email ?? null, inForm });
  }

  async answer(token: string, request: AppRequest): Promise<PublicPage> {
    const mail = await this.emailOf(token);
    if (!mail) return pageOf(null, request);
    const link = linkOf(mail);
    const evidence = evidenceOf(mail, request.ip);
    const form = await readForm(request, FORM_BYTES);
    const grants = form.get(TRACKING) === 'granted';
    if (!form.has(AGAIN)) return pageOf(await this.optIns.confirm(link, evidence, grants), request);
    if (await this.optIns.requestAgain(link, evidence)) return publicPage(request, 200, 'opt_in_asked_again');
    return pageOf(await this.recheck(link), request);
  }

  /** A contact who confirmed in the meantime needs no new email. */
  private async recheck(link: ConfirmationLink): Promise<LinkResult> {
    const result = await this.optIns.look(link);
    return result === 'open' ? 'confirmed_before' : result;
  }

  private async emailOf(token: string): Promise<ConfirmationEmail | null> {
    const target = this.links.read('confirm', token);
    if (!target) return null;
    const [mail] = await this.db.query<ConfirmationEmail>(
      `SELECT id, message_id, content_id, recipient_key, email, created_at FROM email_messages
        WHERE id = :messageId AND source_type = :type AND source_id = :id`,
      { messageId: target.messageId, ...SYSTEM_SOURCES.opt_in },
    );
    return mail ?? null;
  }
}

const linkOf = ({ recipient_key, email }: ConfirmationEmail): ConfirmationLink => ({
  optinId: doubleOptInIdOf(recipient_key),
  address: email,
});

type LinkResult = Awaited<ReturnType<DoubleOptInService['confirm']>>;

/** @param result null for an invalid link. */
function pageOf(result: LinkResult | null, request: AppRequest): PublicPage {
  switch (result) {
    case null:
      return publicPage(request, 404, 'unknown_link');
    case 'confirmed':
    case 'confirmed_before':
      return publicPage(request, 200, 'opted_in');
    case 'over':
      return publicPage(request, 410, 'opt_in_over', { hidden: { [AGAIN]: '1' } });
    case 'unwanted':
      return publicPage(request, 410, 'opt_in_unwanted');
  }
}

/** The content of an email is immutable, so its id proves which text the contact read. */
function evidenceOf(mail: ConfirmationEmail, ip: string | undefined): ConsentEvidence {
  return {
    ip: ip ?? null,
    textVersion: `email-content:${mail.content_id}`,
    proof: JSON.stringify({
      email_id: mail.id,
      message_id: mail.message_id,
      requested_at: mail.created_at.toISOString(),
    }),
  };
}
