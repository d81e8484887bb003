import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { AttachmentsService, type UploadedFile } from '../../mail-content/attachments/attachments.service.js';
import { ContentsService, type UtmName } from '../../mail-content/rendering/contents.service.js';
import type { DesignTemplate } from '../../mail-content/templates/template.entity.js';
import { TemplatesService } from '../../mail-content/templates/templates.service.js';
import { writtenContentOf } from '../campaign-content.js';
import type { Campaign } from '../campaign.entity.js';

/** What a caller may write of a content; absent members stay as they are. */
export interface CampaignContentInput {
  readonly emailSubject?: string;
  readonly emailPreHeader?: string;
  readonly emailBody?: string;
  readonly emailBodyText?: string;
  readonly designTemplate?: DesignTemplate;
  /** Fills in whatever of the content is not given beside it; null forgets where the content came from. */
  readonly templateId?: number | null;
  readonly utmStatus?: boolean;
  /** Null takes a parameter away. */
  readonly utm?: Readonly<Partial<Record<UtmName, string | null>>>;
  /** All of them; none removes those that were there. */
  readonly attachments?: readonly UploadedFile[];
}

/** Writes what a campaign says into it. */
@Injectable()
export class CampaignContentWriter {
  constructor(
    private readonly contents: ContentsService,
    private readonly templates: TemplatesService,
    private readonly attachments: AttachmentsService,
  ) {}

  /**
   * Changes the campaign, which the caller saves.
   * @returns what is wrong, by field; empty when nothing is.
   */
  async apply(tx: Tx, campaign: Campaign, input: CampaignContentInput): Promise<Record<string, string>> {
    const faults: Record<string, string> = {};
    Object.assign(campaign, await this.fromTemplate(tx, input, faults), written(input));
    const { status, parameters } = campaign.utm;
    campaign.utm = {
      status: input.utmStatus ?? status,
      parameters: Object.fromEntries(
        Object.entries({ ...parameters, ...input.utm }).filter(([, value]) => value !== null && value !== ''),
      ),
    };
    if (input.attachments) {
      const read = this.attachments.read(input.attachments, 'attachments');
      Object.assign(faults, read.faults);
      if (Object.keys(read.faults).length === 0) campaign.attachments = await this.attachments.store(tx, read.files);
    }
    return { ...faults, ...this.contents.templateFaults(writtenContentOf(campaign)) };
  }

  private async fromTemplate(
    tx: Tx,
    { templateId }: CampaignContentInput,
    faults: Record<string, string>,
  ): Promise<Partial<Campaign>> {
    if (templateId === undefined || templateId === null) return templateId === null ? { templateId } : {};
    const template = await this.templates.find(templateId, tx);
    if (!template) {
      faults['template_id'] = 'names no template';
      return {};
    }
    const { emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate } = template;
    return { templateId, emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate };
  }
}

function written(input: CampaignContentInput): Partial<Campaign> {
  const { emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate } = input;
  const members = { emailSubject, emailPreHeader, emailBody, emailBodyText, designTemplate };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
