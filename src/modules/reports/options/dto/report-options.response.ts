import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PERMISSIONS, type Permission, type Principal } from '../../../../platform/access/permissions.js';
import { NAMED_COUNTRIES } from '../../../../platform/countries/country-names.js';
import type { CustomFieldOption, ReportOptions } from '../report-options.queries.js';

class CountryOptionResponse {
  @ApiProperty({ example: 'DE' }) readonly code!: string;
  @ApiProperty({ example: 'Germany' }) readonly title!: string;
}

class LabelOptionResponse {
  @ApiProperty({ type: 'integer', example: 7 }) readonly id!: number;
  @ApiProperty({ example: 'Newsletter' }) readonly title!: string;
  @ApiProperty({ example: 'newsletter' }) readonly slug!: string;
}

class CampaignOptionResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly id!: number;
  @ApiProperty({ example: 'June news' }) readonly title!: string;
}

/** A word of the API with its name for people. */
class WordOptionResponse {
  @ApiProperty({ example: 'subscribed' }) readonly id: string;
  @ApiProperty({ example: 'Subscribed' }) readonly title: string;
  @ApiProperty({ example: 'subscribed' }) readonly slug: string;

  constructor(word: string) {
    this.id = word;
    this.title = word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
    this.slug = word;
  }
}

class CustomFieldOptionResponse {
  @ApiProperty({ example: 'select-one' }) readonly field_key: string;
  @ApiProperty({ example: 'select-one' }) readonly type: string;
  @ApiProperty({ example: 'Favourite colour' }) readonly label: string;
  @ApiProperty({ example: 'favourite_colour' }) readonly slug: string;
  @ApiPropertyOptional({ type: [String], example: ['red', 'blue'] }) readonly options?: readonly string[];

  constructor(field: CustomFieldOption) {
    this.field_key = field.fieldKey;
    this.type = field.type;
    this.label = field.label;
    this.slug = field.slug;
    if (field.options !== null) this.options = field.options;
  }
}

class OptionsResponse {
  @ApiProperty({ type: [CountryOptionResponse] }) readonly countries: readonly CountryOptionResponse[];
  @ApiProperty({ type: [LabelOptionResponse] }) readonly lists: readonly LabelOptionResponse[];
  @ApiProperty({ type: [LabelOptionResponse] }) readonly tags: readonly LabelOptionResponse[];
  @ApiProperty({ type: [WordOptionResponse] }) readonly statuses: readonly WordOptionResponse[];
  @ApiProperty({ type: [WordOptionResponse] }) readonly contact_types: readonly WordOptionResponse[];
  @ApiProperty({ type: [CampaignOptionResponse] }) readonly campaigns: readonly CampaignOptionResponse[];
  @ApiProperty({ type: [CampaignOptionResponse] }) readonly funnels: readonly CampaignOptionResponse[];
  @ApiProperty({ type: [CampaignOptionResponse] }) readonly segments: readonly CampaignOptionResponse[];
  @ApiProperty({ type: [CustomFieldOptionResponse] }) readonly custom_fields: readonly CustomFieldOptionResponse[];

  constructor(options: ReportOptions, contactTypes: readonly string[]) {
    this.countries = NAMED_COUNTRIES;
    this.lists = options.lists;
    this.tags = options.tags;
    this.statuses = options.statuses.map((status) => new WordOptionResponse(status));
    this.contact_types = contactTypes.map((type) => new WordOptionResponse(type));
    this.campaigns = options.campaigns;
    this.funnels = options.funnels;
    this.segments = options.segments;
    this.custom_fields = options.customFields.map((field) => new CustomFieldOptionResponse(field));
  }
}

class ManagerResponse {
  @ApiProperty({ example: 'integration' }) readonly username!: string;
  @ApiProperty({ enum: PERMISSIONS, isArray: true }) readonly permissions!: readonly Permission[];
}

export class ReportOptionsResponse {
  @ApiProperty() readonly options: OptionsResponse;
  @ApiProperty({ description: 'Whose credentials these are' }) readonly manager: ManagerResponse;

  constructor(options: ReportOptions, contactTypes: readonly string[], { username, permissions }: Principal) {
    this.options = new OptionsResponse(options, contactTypes);
    this.manager = { username, permissions };
  }
}
