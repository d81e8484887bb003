import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import type { StoredAttachment } from '../../../mail-content/attachments/attachments.service.js';
import {
  ContentsService,
  type FooterMode,
  type Language,
  type SenderIdentity,
  type UtmParameters,
  type WrittenContent,
} from '../../../mail-content/rendering/contents.service.js';
import { type NewRecipient, SendingRuns } from '../../../sending/sending-runs.service.js';
import type { DesignTemplate } from '../../../mail-content/templates/template.entity.js';
import { footerOf } from '../../definition/step.js';
import { FunnelSenders } from '../../funnel-senders.service.js';
import { recipientKey } from '../recipient-key.js';
import { DONE, RunsSteps, type StepAction, type StepBatch, type StepResult, forAll } from '../step-action.js';
import { failed, skipped } from './contact-results.js';

type MailAction = 'send_custom_email' | 'send_campaign_email';

interface StepContent {
  readonly written: WrittenContent;
  readonly tracksOpens: boolean;
}

interface CampaignRow {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
  readonly text: string;
  readonly design: DesignTemplate;
  readonly utm: string | null;
  readonly attachments: string | null;
  readonly tracksClicks: string | null;
  readonly tracksOpens: string | null;
  readonly footer: FooterMode | null;
  readonly language: Language | null;
}

/** Of contents that this process has seen frozen; the oldest is forgotten first. */
const REMEMBERED = 500;

/**
 * Writes mails into the ledger, which sends each of them once. A contact that is not subscribed is gone past at the step,
 * so that the trace says why; the ledger looks once more at the moment of sending.
 */
@RunsSteps()
@Injectable()
export class MailActions implements StepAction<MailAction> {
  readonly runs = ['send_custom_email', 'send_campaign_email'] as const;
  /** Few enough to come last in a transaction: it locks counters of the ledger, as whoever holds contacts does after them. */
  readonly atMost = 150;
  private readonly frozen = new Map<string, number>();

  constructor(
    private readonly senders: FunnelSenders,
    private readonly contents: ContentsService,
    private readonly sendings: SendingRuns,
  ) {}

  async run(tx: Tx, batch: StepBatch<MailAction>): Promise<ReadonlyMap<number, StepResult>> {
    const { funnel, step, entries, contacts } = batch;
    const mailer = step.action === 'send_custom_email' ? step.settings.mailer_settings : undefined;
    const sender = await this.senders.of(funnel.settings.mailer_settings, tx, mailer);
    if (sender === null) return forAll(entries, failed('no_sender'));
    const content = await contentOf(tx, step);
    if (content === null) return forAll(entries, failed('campaign_deleted'));
    const contentId = await this.frozenId(tx, content, sender.identity);
    if (contentId === null) return forAll(entries, failed('content_not_ready'));
    const results = new Map<number, StepResult>();
    const recipients: NewRecipient[] = [];
    for (const { id, contactId, requestId = null } of entries) {
      const contact = contacts.get(contactId);
      const email = contact?.email ?? null;
      if (contact?.status === 'subscribed' && email !== null) {
        recipients.push({ key: recipientKey(id, step.id), contactId, email, contentId, requestId });
        results.set(id, DONE);
      } else results.set(id, skipped(`contact_${contact?.status ?? 'deleted'}`));
    }
    if (recipients.length === 0) return results;
    const source = { type: 'funnel', id: funnel.id } as const;
    await this.sendings.join(tx, source, { senderId: sender.senderId });
    await this.sendings.enrol(tx, source, recipients);
    return results;
  }

  /**
   * Compiling is done once per process and wording, not once per batch.
   * @returns null for what cannot be sent: a campaign may be half written, or be meant for something else.
   */
  private async frozenId(
    tx: Tx,
    { written, tracksOpens }: StepContent,
    identity: SenderIdentity,
  ): Promise<number | null> {
    const key = createHash('sha256')
      .update(JSON.stringify([written, tracksOpens, identity]))
      .digest('base64');
    const known = this.frozen.get(key);
    if (known !== undefined) return known;
    if (!this.isReady(written)) return null;
    const id = await this.contents.freezeOnce(tx, written, identity, tracksOpens);
    // Not before: what is rolled back was never kept.
    tx.afterCommit(() => {
      this.frozen.set(key, id);
      const [oldest] = this.frozen.keys();
      if (this.frozen.size > REMEMBERED && oldest !== undefined) this.frozen.delete(oldest);
    });
    return id;
  }

  private isReady(written: WrittenContent): boolean {
    return (
      written.subject.trim() !== '' &&
      written.html.trim() !== '' &&
      this.contents.bodyProblem(written.html) === null &&
      this.contents.footerFault(written) === null &&
      Object.keys(this.contents.templateFaults(written)).length === 0
    );
  }
}

/** @returns null when the campaign is gone. */
async function contentOf(tx: Tx, { action, settings }: StepBatch<MailAction>['step']): Promise<StepContent | null> {
  if (action === 'send_campaign_email') return contentOfCampaign(tx, settings.campaign_id);
  const { email_subject: subject, email_pre_header: preHeader, email_body: html, email_body_text: text } = settings;
  const { design_template: design } = settings;
  const footer = footerOf(settings);
  return { written: { subject, preHeader, html, text, design, tracksClicks: true, footer }, tracksOpens: true };
}

/** As it is now, with what its own mails would count. */
async function contentOfCampaign(tx: Tx, id: number): Promise<StepContent | null> {
  const [row] = await tx.query<CampaignRow>(
    `SELECT email_subject AS subject, email_pre_header AS preHeader, email_body AS html, email_body_text AS text,
            design_template AS design, utm, attachments,
            JSON_VALUE(settings, '$.footer') AS footer, JSON_VALUE(settings, '$.language') AS language,
            JSON_VALUE(settings, '$.click_tracker') AS tracksClicks, JSON_VALUE(settings, '$.open_tracker') AS tracksOpens
       FROM campaigns WHERE id = :id AND deleted_at IS NULL`,
    { id },
  );
  if (!row) return null;
  const { utm: utmText, attachments: files, tracksClicks, tracksOpens, footer, language, ...written } = row;
  const utm = utmText === null ? null : (JSON.parse(utmText) as { status: boolean; parameters: UtmParameters });
  return {
    written: {
      ...written,
      tracksClicks: isOn(tracksClicks),
      utm: utm?.status === true ? utm.parameters : null,
      attachments: files === null ? [] : (JSON.parse(files) as StoredAttachment[]),
      footer: footerOf({ footer, language }),
    },
    tracksOpens: isOn(tracksOpens),
  };
}

/** Campaigns are older than some of their settings, and without a word they count. */
const isOn = (flag: string | null): boolean => flag !== '0' && flag !== 'false';
