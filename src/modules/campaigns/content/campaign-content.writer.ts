import { givenInput } from '../../../platform/http/given.js';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { AttachmentsService } from '../../mail-content/attachments/attachments.service.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import { withSnippets } from '../../mail-content/rendering/snippet-texts.js';
import { TemplatesService } from '../../mail-content/templates/templates.service.js';
import { writtenContentOf } from '../campaign/campaign-content.js';
import type { CampaignContentInput } from '../campaign/campaign-input.js';
import type { Campaign } from '../campaign/campaign.entity.js';

/** Validates the content of a campaign and applies it. */
@Injectable()
export class CampaignContentWriter {
  constructor(
    private readonly contents: ContentsService,
    private readonly templates: TemplatesService,
    private readonly attachments: AttachmentsService,
  ) {}

  /** Changes the campaign, which the caller saves. @returns the errors by field */
  async apply(tx: Tx, campaign: Campaign, input: CampaignContentInput): Promise<Record<string, string>> {
    const faults: Record<string, string> = {};
    Object.assign(campaign, await this.fromTemplate(tx, input, faults), written(input));
    const { status, parameters } = campaign.utm;
    campaign.utm = {
      status: input.utm_status ?? status,
      parameters: Object.fromEntries(
        Object.entries({ ...parameters, ...input.utm }).filter(([, value]) => value !== null && value !== ''),
      ),
    };
    if (input.attachments) {
      const read = this.attachments.read(input.attachments, 'attachments');
      Object.assign(faults, read.faults);
      if (Object.keys(read.faults).length === 0) campaign.attachments = await this.attachments.store(tx, read.files);
    }
    return { ...faults, ...this.contents.templateFaults(await withSnippets(tx, writtenContentOf(campaign))) };
  }

  private async fromTemplate(
    tx: Tx,
    { template_id: templateId }: CampaignContentInput,
    faults: Record<string, string>,
  ): Promise<Partial<Campaign>> {
    if (templateId === undefined || templateId === null) return templateId === null ? { templateId } : {};
    const template = await this.templates.find(templateId, tx);
    if (!template) {
      faults['template_id'] = 'names no template';
      return {};
    }
    const { emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate, translations } = template;
    return { templateId, emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate, translations };
  }
}

function written(input: CampaignContentInput): Partial<Campaign> {
  const { email_subject, email_pre_header, email_body, email_body_text, design_template, translations } = input;
  return givenInput({ email_subject, email_pre_header, email_body, email_body_text, design_template, translations });
}
