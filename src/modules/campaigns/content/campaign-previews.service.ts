import { Injectable } from '@nestjs/common';
import { AppError, invalidParam } from '../../../platform/errors/app-error.js';
import { ContentPreviewsService } from '../../mail-content/rendering/content-previews.service.js';
import { contentFor } from '../../mail-content/rendering/translations.js';
import { ContentLintService, inOrder } from '../../mail-content/rendering/lint/content-lint.service.js';
import { TestEmailsService } from '../../system-emails/test-emails/test-emails.service.js';
import { AudienceQueries } from '../audience/audience.queries.js';
import { contentsOf } from '../lifecycle/variant-contents.js';
import { writtenContentOf } from '../campaign/campaign-content.js';
import { CampaignRows } from '../campaign/campaign-rows.js';
import { CampaignSenders } from '../campaign/campaign-senders.service.js';
import type { Campaign } from '../campaign/campaign.entity.js';
import type { CampaignPreviewResponse } from './dto/campaign-content.shapes.js';

const SAMPLE = 200;

@Injectable()
export class CampaignPreviewsService {
  constructor(
    private readonly rows: CampaignRows,
    private readonly previews: ContentPreviewsService,
    private readonly lints: ContentLintService,
    private readonly testEmails: TestEmailsService,
    private readonly senders: CampaignSenders,
    private readonly audience: AudienceQueries,
  ) {}

  /** @throws AppError for a variant or language that the campaign does not have. */
  async preview(
    id: number,
    contactId: number | null,
    { variant, language }: { readonly variant?: string | undefined; readonly language?: string | undefined },
  ): Promise<CampaignPreviewResponse> {
    const campaign = await this.rows.find(id);
    const variants = campaign.settings.ab_test?.variants.map(({ key }) => key) ?? [];
    if (variant !== undefined && !variants.includes(variant))
      throw invalidParam('variant', 'is not a variant of this campaign');
    const all = contentsOf(campaign)[variants.indexOf(variant ?? '')] ?? writtenContentOf(campaign);
    if (language !== undefined && !Object.hasOwn(all.translations ?? {}, language))
      throw invalidParam('language', 'is not a language of the translations');
    const written = language === undefined ? all : contentFor(all, language);
    const { subject, preHeader: pre_header, html, text } = await this.previews.preview(written, contactId);
    return { subject, pre_header, html, text };
  }

  async lint(id: number) {
    const campaign = await this.rows.find(id);
    const { issues, footer } = await this.lints.lint(writtenContentOf(campaign), await this.sampleOf(campaign));
    return { issues: inOrder([...issues, ...(await this.senders.lint(campaign))]), footer };
  }

  async sendTest(id: number, to: readonly string[], contactId: number | null) {
    const campaign = await this.rows.find(id);
    const { senderId, identity, unavailableReason } = await this.senders.of(campaign);
    if (unavailableReason !== null) throw invalidParam('sender', unavailableReason);
    return this.testEmails.send({
      written: writtenContentOf(campaign),
      from: identity,
      senderId,
      source: { type: 'campaign', id },
      to,
      contactId,
    });
  }

  /** Returns contacts to render for; none while the recipient rules are invalid. */
  private async sampleOf(campaign: Campaign): Promise<number[]> {
    try {
      return await this.audience.sample(campaign, SAMPLE);
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }
}
