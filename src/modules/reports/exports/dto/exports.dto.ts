import { EXPORT_FORMATS, type ExportFormat } from '../../../../platform/export/export-formats.js';
import { Flag, Id, Ids, IdsOrNames, OneOf, Text, Texts, Words } from '../../../../platform/http/dto-fields.js';
import { given, nonEmpty } from '../../../../platform/http/given.js';
import {
  CONTACT_STATUSES,
  type ContactStatus,
  TRACKING_CONSENTS,
  type TrackingConsent,
} from '../../../contacts/contact/contact-status.js';
import { trackingConsentIn } from '../../../contacts/listing/contact-selection.js';
import { IncludeMachine, ReportCurrencyCode } from '../../dto/report-query.dto.js';
import { CAMPAIGN_TABLES, type CampaignTable } from '../campaign-tables.queries.js';
import type { CampaignExportRequest, ContactExportRequest } from '../exports.service.js';

const FORMATS = ['csv', 'xlsx', 'json'] as const;

export class CampaignExportDto {
  @OneOf(FORMATS, { default: 'csv', description: 'File format' }) format?: (typeof FORMATS)[number];

  @Words(CAMPAIGN_TABLES, {
    description:
      'Tables to include: figures (`basic`, the default), emails, opens and clicks, orders. Each is a sheet in xlsx, a member in json, a section in csv',
    example: ['basic', 'subscribers'],
  })
  include?: CampaignTable[];

  @IncludeMachine() include_machine?: boolean;

  @ReportCurrencyCode() currency?: string;

  toRequest(): CampaignExportRequest {
    const { include = [] } = this;
    return {
      format: this.format ?? 'csv',
      include: include.length === 0 ? ['basic'] : include,
      includeMachine: this.include_machine ?? false,
      currency: this.currency,
    };
  }
}

/** The filters of `GET /subscribers`. */
export class ContactExportDto {
  @OneOf(EXPORT_FORMATS, { default: 'csv', description: 'File format' }) format?: ExportFormat;

  @Text({ description: 'Words in address or names; all must match', example: 'ada' }) search?: string;

  @IdsOrNames({ description: 'Contacts with any of these tags, by id, slug, or title', example: [1] })
  tags?: (number | string)[];

  @IdsOrNames({ description: 'Contacts in any of these lists, by id, slug, or title', example: [1] })
  lists?: (number | string)[];

  @Ids({ description: 'Contacts of any of these companies', example: [1] }) company_ids?: number[];

  @Words(CONTACT_STATUSES, { description: 'Contacts with any of these statuses' }) statuses?: ContactStatus[];

  @Words(TRACKING_CONSENTS, { description: 'Contacts with any of these tracking consents' })
  tracking_consent?: TrackingConsent[];

  @Id({ description: 'Contacts in this segment' }) segment_id?: number;

  @Text({
    max: 16_000,
    description: 'Contacts that match this rule of the filter language, as JSON',
    example: '[[{"source":["subscriber","country"],"operator":"=","value":"FR"}]]',
  })
  filters?: string;

  @Flag({ default: true, description: 'Include custom fields as columns; ignored with `columns`' })
  custom_fields?: boolean;

  @Texts({
    description: 'Columns in this order; custom fields by slug. Default: all columns',
    example: ['email', 'first_name', 'tags'],
  })
  columns?: string[];

  toRequest(): ContactExportRequest {
    const { search, segment_id: segmentId, filters, statuses, tags, lists, company_ids: companies } = this;
    return {
      format: this.format ?? 'csv',
      who: {
        ...given({ search: nonEmpty(search), segmentId, filters: nonEmpty(filters) }),
        ...given({ statuses: nonEmpty([...new Set(statuses)]), condition: trackingConsentIn(this.tracking_consent) }),
        memberOf: given({ tag: nonEmpty(tags), list: nonEmpty(lists), company: nonEmpty(companies) }),
      },
      columns: this.columns ?? [],
      withCustomValues: this.custom_fields ?? true,
    };
  }
}
