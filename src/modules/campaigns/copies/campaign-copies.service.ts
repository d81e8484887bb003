import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { titleKey } from '../../../platform/text/title-key.js';
import type { Translations } from '../../mail-content/rendering/written-content.js';
import { CampaignRows, refused, SLUG_INDEX, TITLE_INDEX } from '../campaign/campaign-rows.js';
import { type CampaignSettings, DEFAULT_SETTINGS, type ResendKind } from '../campaign/campaign-settings.js';
import { Campaign } from '../campaign/campaign.entity.js';
import { contentsOf } from '../lifecycle/variant-contents.js';

/** Recipient settings that match no contact. */
const NO_RECIPIENTS: Partial<CampaignSettings> = {
  subscribers: [],
  excludedSubscribers: [],
  exclude_campaign_ids: [],
  excluded_segment_ids: [],
  dynamic_segment: null,
  advanced_filters: null,
};

const RESEND_MARK: Readonly<Record<ResendKind, string>> = { unopened: 'Resend unopened', failed: 'Resend failed' };

@Injectable()
export class CampaignCopies {
  constructor(private readonly rows: CampaignRows) {}

  /** Copies content and settings; a copy of a resend resends nothing. */
  async duplicate(id: number): Promise<Campaign> {
    return this.rows.writingGenerated([SLUG_INDEX, TITLE_INDEX], async (tx) => {
      const original = await this.rows.lock(tx, id);
      const { settings } = original;
      const ownFilter =
        settings.sending_filter === 'resend' ? DEFAULT_SETTINGS.sending_filter : settings.sending_filter;
      return this.copy(tx, original, 'Duplicate', {
        settings: { ...settings, sending_filter: ownFilter, resend: null },
      });
    });
  }

  /** The recipients are determined when the draft is sent. */
  async resend(id: number, kind: ResendKind, emailSubject?: string): Promise<Campaign> {
    return this.rows.writingGenerated([SLUG_INDEX, TITLE_INDEX], async (tx) => {
      const parent = await this.rows.lockFor(tx, id, 'resend');
      if (parent.status === 'archived' && parent.archivedFrom !== 'sent') throw refused('resend', 'was never finished');
      if (parent.contentId === null) throw refused('resend', 'has not started');
      return this.copy(tx, parent, RESEND_MARK[kind], {
        parentId: parent.id,
        ...(emailSubject === undefined ? {} : { emailSubject, translations: withoutSubjects(parent.translations) }),
        settings: {
          ...parent.settings,
          // The test has already found its winner.
          ab_test: null,
          ...NO_RECIPIENTS,
          sending_type: DEFAULT_SETTINGS.sending_type,
          sending_filter: 'resend',
          resend: { of: parent.id, kind },
        },
      });
    });
  }

  private async copy(
    tx: Tx,
    original: Campaign,
    mark: string,
    changes: Pick<Campaign, 'settings'> & Partial<Campaign>,
  ): Promise<Campaign> {
    const title = await this.rows.freeTitle(tx, mark, original.title);
    const copy = tx.manager.create(Campaign, {
      title,
      liveTitleKey: titleKey(title),
      slug: await this.rows.freeSlug(tx, title),
      status: 'draft',
      ...contentOf(original),
      ...changes,
    });
    return this.rows.insert(tx, copy, contentsOf(copy));
  }
}

const withoutSubjects = (translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations).map(([language, own]) => [language, { ...own, email_subject: undefined }]),
  );

function contentOf(campaign: Campaign) {
  const { emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate } = campaign;
  const { translations, templateId, utm, attachments } = campaign;
  const texts = { emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate, translations };
  return { ...texts, templateId, utm, attachments };
}
