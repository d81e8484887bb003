import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PERMISSIONS, type Permission } from '../../../../platform/access/permissions.js';

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
  @ApiProperty({ example: 'June newsletter' }) readonly title!: string;
}

/** A value of the API with its display name. */
class WordOptionResponse {
  @ApiProperty({ example: 'subscribed' }) readonly id!: string;
  @ApiProperty({ example: 'Subscribed' }) readonly title!: string;
  @ApiProperty({ example: 'subscribed' }) readonly slug!: string;
}

class CustomFieldOptionResponse {
  @ApiProperty({ example: 'select-one', description: 'Unique; default: the type' }) readonly field_key!: string;
  @ApiProperty({ example: 'select-one' }) readonly type!: string;
  @ApiProperty({ example: 'Favorite color' }) readonly label!: string;
  @ApiProperty({ example: 'favorite_color' }) readonly slug!: string;
  @ApiPropertyOptional({ type: [String], example: ['red', 'blue'] }) readonly options?: readonly string[];
}

class OptionsResponse {
  @ApiProperty({ type: [CountryOptionResponse] }) readonly countries!: readonly CountryOptionResponse[];
  @ApiProperty({ type: [LabelOptionResponse] }) readonly lists!: readonly LabelOptionResponse[];
  @ApiProperty({ type: [LabelOptionResponse] }) readonly tags!: readonly LabelOptionResponse[];
  @ApiProperty({ type: [WordOptionResponse] }) readonly statuses!: readonly WordOptionResponse[];
  @ApiProperty({ type: [WordOptionResponse] }) readonly contact_types!: readonly WordOptionResponse[];
  @ApiProperty({ type: [CampaignOptionResponse] }) readonly campaigns!: readonly CampaignOptionResponse[];
  @ApiProperty({ type: [CampaignOptionResponse] }) readonly funnels!: readonly CampaignOptionResponse[];
  @ApiProperty({ type: [CampaignOptionResponse] }) readonly segments!: readonly CampaignOptionResponse[];
  @ApiProperty({ type: [CustomFieldOptionResponse] }) readonly custom_fields!: readonly CustomFieldOptionResponse[];
}

class ManagerResponse {
  @ApiProperty({ example: 'integration' }) readonly username!: string;
  @ApiProperty({ enum: PERMISSIONS, isArray: true }) readonly permissions!: readonly Permission[];
}

export class ReportOptionsResponse {
  @ApiProperty() readonly options!: OptionsResponse;
  @ApiProperty({ description: 'The manager that the credentials belong to' }) readonly manager!: ManagerResponse;
}
