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
import { RecipientsQueries } from '../../../mail-content/recipients.queries.js';
import { contentFor, translationFor } from '../../../mail-content/rendering/translations.js';
import type { Snippets, Translations } from '../../../mail-content/rendering/written-content.js';
import { withSnippets } from '../../../mail-content/rendering/snippet-texts.js';
import { FREQUENCY_CAP, FrequencyCap } from '../../../sending/ledger/frequency-cap.service.js';
import { type NewRecipient, SendingRuns } from '../../../sending/ledger/sending-runs.service.js';
import { contentOf, type StoredContent } from '../../../mail-content/templates/template.entity.js';
import { keep } from '../../../../platform/values/collections.js';
import { contentOfStep, footerOf } from '../../definition/step.js';
import { FunnelSenders } from '../../validation/funnel-senders.service.js';
import { contactsOf, postponeEnrollments, recipientKey } from '../../enrollments/enrollment-rows.js';
import {
  DONE,
  type ResultOf,
  type StepAction,
  type StepActionsFor,
  type StepBatch,
  type StepResult,
  failed,
  skipped,
} from './step-action.js';

type EmailAction = 'send_custom_email' | 'send_campaign_email';

interface StepContent {
  readonly written: WrittenContent;
  readonly tracksOpens: boolean;
}

/** Settings of campaigns; those of old campaigns lack some. */
interface CampaignSettings {
  readonly footer?: FooterMode;
  readonly language?: Language | null;
  readonly timezone?: string | null;
  readonly click_tracker?: boolean;
  readonly open_tracker?: boolean;
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
    private readonly recipients: RecipientsQueries,
    private readonly cap: FrequencyCap,
  ) {}

  private async write(tx: Tx, batch: StepBatch<EmailAction>): Promise<ResultOf> {
    const { funnel, step, entries, contacts } = batch;
    const mailer = step.action === 'send_custom_email' ? step.settings.mailer_settings : undefined;
    const sender = await this.senders.of(funnel.settings, tx, mailer);
    if (sender === null) return () => failed('no_sender');
    const content = await contentOfAction(tx, step, funnel.settings.timezone);
    if (content === null) return () => failed('campaign_deleted');
    const written = await withSnippets(tx, content.written);
    const hasTranslations = Object.keys(written.translations ?? {}).length > 0;
    const ids = hasTranslations ? contactsOf(entries) : [];
    const spoken = await this.recipients.languages(ids, tx);
    const languageOf = (contactId: number) => translationFor(written, spoken.get(contactId) ?? null);
    const contentIds = new Map<string | null, number>();
    for (const language of new Set([null, ...ids.map(languageOf)])) {
      const own = { ...content, written: contentFor(written, language) };
      const contentId = await this.frozenId(tx, own, sender.identity);
      if (contentId === null) return () => failed('content_not_ready');
      contentIds.set(language, contentId);
    }
    const held = await this.held(tx, batch);
    const placeAt = this.cap.isSet ? batch.now : null;
    const recipients = entries.flatMap(({ id, contactId, requestId = null }): NewRecipient[] => {
      const contact = contacts.get(contactId);
      if (contact?.status !== 'subscribed' || contact.email === null || held.has(id)) return [];
      const language = languageOf(contactId);
      const contentId = contentIds.get(language) ?? 0;
      const to = { contactId, email: contact.email, listId: funnel.settings.subscription_list_id ?? null };
      return [{ key: recipientKey(id, step.id), ...to, contentId, language, requestId, placeAt }];
    });
    await this.sendings.submit(tx, { type: 'funnel', id: funnel.id }, { senderId: sender.senderId }, recipients);
    const emailed = new Set(contactsOf(recipients));
    return ({ id, contactId }) => {
      const instead = held.get(id);
      if (instead !== undefined) return instead;
      return emailed.has(contactId) ? DONE : skipped(`contact_${contacts.get(contactId)?.status ?? 'deleted'}`);
    };
  }

  /** Applies the frequency cap. @returns what happens instead of the email, by enrollment id: null for one that waits. */
  private async held(tx: Tx, { step, entries, contacts, now }: StepBatch<EmailAction>) {
    const emails = entries
      .filter(({ contactId }) => contacts.get(contactId)?.status === 'subscribed')
      .map(({ id: entryId, contactId }) => ({ id: null, entryId, contact_id: contactId }));
    const held = new Map<number, StepResult | null>();
    const dueTimes = new Map<number, Date>();
    for (const [{ entryId }, { until, isOver }] of await this.cap.holdsOf(tx, emails, now)) {
      const skips = isOver && step.settings.on_frequency_cap === 'skip';
      held.set(entryId, skips ? skipped(FREQUENCY_CAP) : null);
      if (!skips) dueTimes.set(entryId, until);
    }
    await postponeEnrollments(tx, dueTimes);
    return held;
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
      keep(this.frozen, key, id, CACHE_SIZE);
    });
    return id;
  }

  private isReady(written: WrittenContent): boolean {
    return (
      written.subject.trim() !== '' &&
      written.html.trim() !== '' &&
      this.contents.bodyProblem(written) === null &&
      this.contents.footerFault(written) === null &&
      Object.keys(this.contents.templateFaults(written)).length === 0
    );
  }
}

export async function contentOfAction(
  reader: Reader,
  step: StepBatch<EmailAction>['step'],
  timezone: string | null,
): Promise<StepContent | null> {
  if (step.action === 'send_campaign_email') return contentOfCampaign(reader, step.settings.campaign_id, timezone);
  return { written: contentOfStep(step, timezone), tracksOpens: true };
}

async function contentOfCampaign(reader: Reader, id: number, timezone: string | null): Promise<StepContent | null> {
  const [row] = await reader.query<
    StoredContent & Record<'translated' | 'snippets' | 'utm' | 'attachments' | 'settings', string>
  >(
    `SELECT email_subject AS emailSubject, email_pre_header AS emailPreHeader, email_body AS emailBody,
            email_body_text AS emailBodyText, design_template AS designTemplate, COALESCE(translations, '{}') AS translated,
            COALESCE(frozen_snippets, 'null') AS snippets, COALESCE(utm, '{}') AS utm,
            COALESCE(attachments, '[]') AS attachments, settings
       FROM campaigns WHERE id = :id AND deleted_at IS NULL`,
    { id },
  );
  if (!row) return null;
  const settings = JSON.parse(row.settings) as CampaignSettings;
  const utm = JSON.parse(row.utm) as { status?: boolean; parameters?: UtmParameters };
  return {
    written: {
      ...contentOf({ ...row, translations: JSON.parse(row.translated) as Translations }),
      snippets: JSON.parse(row.snippets) as Snippets | null,
      timezone: settings.timezone ?? timezone,
      tracksClicks: settings.click_tracker !== false,
      utm: utm.status === true ? (utm.parameters ?? null) : null,
      attachments: JSON.parse(row.attachments) as StoredAttachment[],
      footer: footerOf(settings),
    },
    tracksOpens: settings.open_tracker !== false,
  };
}
