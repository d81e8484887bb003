import { given } from '../../../platform/http/given.js';
import { IsOptional } from 'class-validator';
import { parseTimestamp, dayFault } from '../../../platform/clock/timestamps.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { Flag, Id, Member, Part, Text, Words } from '../../../platform/http/dto-fields.js';
import { numberedQuery, sortable } from '../../../platform/http/page.js';
import { timed } from '../../../platform/http/row-times.js';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../events/campaign-state.js';
import { type AttachmentDto, Attachments } from '../../mail-content/attachments/attachment.dto.js';
import { SUBJECT_LENGTH } from '../../mail-content/templates/template.entity.js';
import type { CampaignInput } from '../campaign/campaign-input.js';
import { CAMPAIGN_SORT_FIELDS, type CampaignFilter } from '../campaign/campaign-rows.js';
import { CampaignSettingsDto, FlatAudienceDto } from './campaign-settings.dto.js';
import { OneLine } from '../../../platform/http/one-line.js';

const Utm = (example: string): PropertyDecorator =>
  Text({ nullable: true, example, description: 'Appended to links that do not have the parameter yet' });

class CampaignContentDto extends FlatAudienceDto {
  @Id({ nullable: true, example: null, description: 'Template that supplies the content fields that are not given' })
  template_id?: number | null;

  @Flag({ default: false, description: 'Whether the UTM parameters are appended to links' }) utm_status?: boolean;
  @Utm('newsletter') utm_source?: string | null;
  @Utm('email') utm_medium?: string | null;
  @Utm('spring') utm_campaign?: string | null;
  @Utm('shoes') utm_term?: string | null;
  @Utm('header') utm_content?: string | null;

  @Attachments('Replaces all attachments; an empty array removes them') attachments?: AttachmentDto[];

  @Text({ min: 1, example: 'spring-news', description: 'Generated from the title by default' }) slug?: string;

  @Member({
    enum: CAMPAIGN_STATUSES,
    nullable: true,
    description:
      'Must equal the current status (`draft` for a new campaign); routes such as `POST /campaigns/{id}/send` change it',
  })
  status?: unknown;

  @IsOptional()
  @Part(() => CampaignSettingsDto, { description: 'Omitted members are unchanged' })
  settings?: CampaignSettingsDto;

  protected contentInput(): CampaignInput {
    const settings = { ...this.settings?.toSettings(), ...this.flatAudience() };
    const { slug, status, email_subject, email_pre_header, email_body, email_body_text, design_template } = this;
    const { template_id, utm_status, utm_source, utm_medium, utm_campaign, utm_term, utm_content } = this;
    const utm = given({ utm_source, utm_medium, utm_campaign, utm_term, utm_content });
    return given({
      ...{ slug, status, email_subject, email_pre_header, email_body, email_body_text, design_template },
      template_id,
      utm_status,
      utm: Object.keys(utm).length === 0 ? undefined : utm,
      translations: this.translations,
      attachments: this.attachments,
      settings: Object.keys(settings).length === 0 ? undefined : settings,
    });
  }
}

export class CreateCampaignDto extends CampaignContentDto {
  @Text({ required: true, example: 'Spring news' }) title!: string;

  toInput(): CampaignInput & { readonly title: string } {
    return { ...this.contentInput(), title: this.title };
  }
}

export class UpdateCampaignDto extends CampaignContentDto {
  @Text({ min: 1, example: 'Spring news' }) title?: string;

  toInput(): CampaignInput {
    return given({ ...this.contentInput(), title: this.title });
  }
}

export class CampaignTitleDto {
  @Text({ required: true, example: 'Spring news' }) title!: string;
}

function momentOf(field: string, text: string): Date {
  const moment = parseTimestamp(text);
  if (!moment) throw invalidParam(field, dayFault(text, 'must be a timestamp such as 2027-03-01 09:00:00'));
  return moment;
}

export class ScheduleCampaignDto {
  @Text({
    required: true,
    description: 'UTC unless an offset is given; with `sending_type` `timezone` the local time of each contact',
    example: '2030-03-01 09:00:00',
  })
  scheduled_at!: string;

  @Text({
    nullable: true,
    description: 'End of the range; required with `settings.sending_type` `range_schedule`, otherwise not allowed',
    example: null,
  })
  scheduled_until?: string | null;

  toMoment(): Date {
    return momentOf('scheduled_at', this.scheduled_at);
  }

  toEnd(): Date | null {
    const until = this.scheduled_until;
    return until === undefined || until === null ? null : momentOf('scheduled_until', until);
  }
}

export class ResendCampaignDto {
  @Text({
    min: 1,
    max: SUBJECT_LENGTH,
    description: 'New subject (Liquid); by default the subject of the campaign',
    example: 'In case you have missed it',
  })
  @OneLine()
  email_subject?: string;
}

class CampaignsQuery extends numberedQuery(10) {
  @Text({ description: 'Part of the title', example: 'spring' }) searchBy?: string;
  @Text({ description: 'Alias of `searchBy`', example: 'spring' }) search?: string;
  @Words(CAMPAIGN_STATUSES, { description: 'Only campaigns with one of these statuses' }) statuses?: CampaignStatus[];
  @Words(['stats'], { description: '`stats` adds counts of emails, opens, and clicks to each campaign' })
  with?: 'stats'[];
}

export class ListCampaignsDto extends sortable(timed(CampaignsQuery), CAMPAIGN_SORT_FIELDS) {
  get withStats(): boolean {
    return this.with?.includes('stats') ?? false;
  }

  toFilter(): CampaignFilter {
    return {
      search: this.searchBy ?? this.search ?? null,
      statuses: this.statuses ?? [],
      condition: this.toTimes('r'),
    };
  }
}
