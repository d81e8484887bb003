import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Language } from '../../../../languages/languages.js';
import type { Reader, Tx } from '../../../../platform/database/database.js';
import type { StoredAttachment } from '../../../mail-content/attachments/attachments.service.js';
import {
  ContentsService,
  type FooterMode,
  type SenderIdentity,
  type UtmParameters,
  type WrittenContent,
} from '../../../mail-content/rendering/contents.service.js';
import { type NewRecipient, SendingRuns } from '../../../sending/ledger/sending-runs.service.js';
import type { DesignTemplate } from '../../../mail-content/templates/template.entity.js';
import { footerOf } from '../../definition/step.js';
import { FunnelSenders } from '../../validation/funnel-senders.service.js';
import { recipientKey } from '../../enrollments/recipient-key.js';
import {
  DONE,
  type ResultOf,
  type StepAction,
  type StepActionsFor,
  type StepBatch,
  failed,
  skipped,
} from './step-action.js';

type EmailAction = 'send_custom_email' | 'send_campaign_email';

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
  readonly timezone: string | null;
}

const CACHE_SIZE = 500;

/** Writes emails to the ledger. Contacts that are not subscribed are skipped here for the trace; sending checks the status again. */
@Injectable()
export class EmailActions {
  private readonly action: StepAction<EmailAction> = {
    // Small enough to run last in a transaction, because it locks ledger counters.
    batchSize: 150,
    run: (tx, batch) => this.write(tx, batch),
  };
  readonly actions: StepActionsFor<EmailAction> = { send_custom_email: this.action, send_campaign_email: this.action };
  private readonly frozen = new Map<string, number>();

  constructor(
    private readonly senders: FunnelSenders,
    private readonly contents: ContentsService,
    private readonly sendings: SendingRuns,
  ) {}

  private async write(tx: Tx, { funnel, step, entries, contacts }: StepBatch<EmailAction>): Promise<ResultOf> {
    const mailer = step.action === 'send_custom_email' ? step.settings.mailer_settings : undefined;
    const sender = await this.senders.of(funnel.settings.mailer_settings, tx, mailer);
    if (sender === null) return () => failed('no_sender');
    const content = await contentOf(tx, step, funnel.settings.timezone);
    if (content === null) return () => failed('campaign_deleted');
    const contentId = await this.frozenId(tx, content, sender.identity);
    if (contentId === null) return () => failed('content_not_ready');
    const recipients = entries.flatMap(({ id, contactId, requestId = null }): NewRecipient[] => {
      const contact = contacts.get(contactId);
      if (contact?.status !== 'subscribed' || contact.email === null) return [];
      return [{ key: recipientKey(id, step.id), contactId, email: contact.email, contentId, requestId }];
    });
    if (recipients.length > 0) {
      const source = { type: 'funnel', id: funnel.id } as const;
      await this.sendings.join(tx, source, { senderId: sender.senderId });
      await this.sendings.enrol(tx, source, recipients);
    }
    const written = new Set(recipients.map(({ contactId }) => contactId));
    return ({ contactId }) =>
      written.has(contactId) ? DONE : skipped(`contact_${contacts.get(contactId)?.status ?? 'deleted'}`);
  }

  /**
   * Compiles and stores each content once per process instead of once per batch.
   * @returns null for a content that is not ready to send.
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
    // After the commit, because a rolled-back content does not exist.
    tx.afterCommit(() => {
      this.frozen.set(key, id);
      const [oldest] = this.frozen.keys();
      if (this.frozen.size > CACHE_SIZE && oldest !== undefined) this.frozen.delete(oldest);
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

/** @returns null if the step sends a deleted campaign. */
export async function contentOf(
  reader: Reader,
  { action, settings }: StepBatch<EmailAction>['step'],
  timezone: string | null,
): Promise<StepContent | null> {
  if (action === 'send_campaign_email') return contentOfCampaign(reader, settings.campaign_id, timezone);
  const { email_subject: subject, email_pre_header: preHeader, email_body: html, email_body_text: text } = settings;
  const { design_template: design } = settings;
  const footer = footerOf(settings);
  const written = { subject, preHeader, html, text, design, tracksClicks: true, footer, timezone };
  return { written, tracksOpens: true };
}

async function contentOfCampaign(reader: Reader, id: number, timezone: string | null): Promise<StepContent | null> {
  const [row] = await reader.query<CampaignRow>(
    `SELECT email_subject AS subject, email_pre_header AS preHeader, email_body AS html, email_body_text AS text,
            design_template AS design, utm, attachments,
            JSON_VALUE(settings, '$.footer') AS footer, JSON_VALUE(settings, '$.language') AS language,
            JSON_VALUE(settings, '$.timezone') AS timezone,
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
      timezone: row.timezone ?? timezone,
      tracksClicks: isOn(tracksClicks),
      utm: utm?.status === true ? utm.parameters : null,
      attachments: files === null ? [] : (JSON.parse(files) as StoredAttachment[]),
      footer: footerOf({ footer, language }),
    },
    tracksOpens: isOn(tracksOpens),
  };
}

/** Missing settings of old campaigns mean on. */
const isOn = (flag: string | null): boolean => flag !== '0' && flag !== 'false';
