import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { Allow, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { OneOf, Text, Words } from '../../../platform/http/dto-fields.js';
import { numberedQuery } from '../../../platform/http/page.js';
import { sortable } from '../../../platform/http/sorting.js';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../campaign-status.js';
import { DESIGN_TEMPLATES, type DesignTemplate } from '../../mail-content/templates/template.entity.js';
import { CAMPAIGN_SORT_FIELDS, type CampaignFilter } from '../campaigns.queries.js';
import type { CampaignInput } from '../campaigns.service.js';
import { CampaignExtrasDto } from './campaign-extras.dto.js';
import { CampaignSettingsDto } from './campaign-settings.dto.js';
import { OneLine } from '../../../platform/http/one-line.js';

/** As much as the parser of Liquid takes. */
const BODY_LENGTH = 2_000_000;
const SUBJECT_LENGTH = 500;

/** What creating and changing have in common: everything but the title. */
class CampaignContentDto extends CampaignExtrasDto {
  @Text({ min: 1, example: 'spring-news', description: 'Made from the title unless it is given' }) slug?: string;

  @Allow()
  @ApiProperty({
    enum: CAMPAIGN_STATUSES,
    required: false,
    nullable: true,
    description:
      'Only the present one, `draft` for a new campaign; routes such as `POST /campaigns/{id}/send` change it',
  })
  status?: unknown;

  @Text({ max: SUBJECT_LENGTH, description: 'Liquid', example: 'Hello {{ contact.first_name | default: "there" }}' })
  @OneLine()
  email_subject?: string;

  @Text({ max: SUBJECT_LENGTH, description: 'Preview text; Liquid', example: 'What is new in spring' })
  @OneLine()
  email_pre_header?: string;

  @Text({
    max: BODY_LENGTH,
    trim: false,
    description:
      'HTML (MJML where that is the design) with Liquid; without a link to {{ unsubscribe_url }} or {{ preferences_url }} it gets the standard footer',
    example: '<p>Hello {{ contact.first_name }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  })
  email_body?: string;

  @Text({ max: BODY_LENGTH, trim: false, description: 'Made from the HTML when empty', example: '' })
  email_body_text?: string;
  @OneOf(DESIGN_TEMPLATES, { default: 'simple', description: 'What the body is, and what is put around it' })
  design_template?: DesignTemplate;

  @IsOptional()
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => CampaignSettingsDto)
  @ApiProperty({
    required: false,
    type: () => CampaignSettingsDto,
    description: 'Members that are not sent stay as they are',
  })
  settings?: CampaignSettingsDto;

  protected contentInput(): CampaignInput {
    const settings = { ...this.settings?.toSettings(), ...this.flatAudience() };
    return {
      ...(this.slug === undefined ? {} : { slug: this.slug }),
      ...(this.status === undefined ? {} : { status: this.status }),
      ...(this.email_subject === undefined ? {} : { emailSubject: this.email_subject }),
      ...(this.email_pre_header === undefined ? {} : { emailPreHeader: this.email_pre_header }),
      ...(this.email_body === undefined ? {} : { emailBody: this.email_body }),
      ...(this.email_body_text === undefined ? {} : { emailBodyText: this.email_body_text }),
      ...(this.design_template === undefined ? {} : { designTemplate: this.design_template }),
      ...this.extrasInput(),
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
    };
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
    return { ...this.contentInput(), ...(this.title === undefined ? {} : { title: this.title }) };
  }
}

export class CampaignTitleDto {
  @Text({ required: true, example: 'Spring news' }) title!: string;
}

function momentOf(field: string, text: string): Date {
  const moment = parseTimestamp(text);
  if (!moment) throw invalidParam(field, 'must be a timestamp such as 2027-03-01 09:00:00');
  return moment;
}

export class ScheduleCampaignDto {
  @Text({ required: true, description: 'UTC unless an offset is given', example: '2030-03-01 09:00:00' })
  scheduled_at!: string;

  @Text({
    nullable: true,
    description: 'The end of the range, with `settings.sending_type` `range_schedule` alone',
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
    description: 'Another subject than before; Liquid',
    example: 'In case you have missed it',
  })
  @OneLine()
  email_subject?: string;
}

class CampaignsQuery extends numberedQuery(10) {
  @Text({ description: 'Part of the title' }) searchBy?: string;
  @Text({ description: 'The same as `searchBy`' }) search?: string;
  @Words(CAMPAIGN_STATUSES, { description: 'Only campaigns in one of these' }) statuses?: CampaignStatus[];
  @Words(['stats'], { description: '`stats` adds what became of the mails of each' }) with?: 'stats'[];
}

export class ListCampaignsDto extends sortable(CampaignsQuery, CAMPAIGN_SORT_FIELDS, {
  field: 'id',
  direction: 'DESC',
}) {
  get withStats(): boolean {
    return this.with?.includes('stats') ?? false;
  }

  toFilter(): CampaignFilter {
    return { search: this.searchBy ?? this.search ?? null, statuses: this.statuses ?? [] };
  }
}
