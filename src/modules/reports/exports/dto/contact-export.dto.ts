import { EXPORT_FORMATS, type ExportFormat } from '../../../../platform/export/export-formats.js';
import { Flag, Ids, OneOf, Text, Texts, WholeNumber, Words } from '../../../../platform/http/dto-fields.js';
import { CONTACT_STATUSES, type ContactStatus } from '../../../contacts/contact-status.js';
import type { ContactExportQuestion } from '../exports.service.js';

/** The filters of `GET /subscribers`. */
export class ContactExportDto {
  @OneOf(EXPORT_FORMATS, { default: 'csv', description: 'Of the file' }) format?: ExportFormat;

  @Text({ description: 'Parts of e-mail address or names; every word must match' }) search?: string;

  @Ids({ description: 'Contacts with any of these tags' }) tags?: number[];

  @Ids({ description: 'Contacts in any of these lists' }) lists?: number[];

  @Ids({ description: 'Contacts of any of these companies' }) company_ids?: number[];

  @Words(CONTACT_STATUSES, { description: 'Contacts with any of these statuses' }) statuses?: ContactStatus[];

  @WholeNumber({ min: 1, max: 4_294_967_295, description: 'Contacts in this segment' }) segment_id?: number;

  @Text({ max: 16_000, description: 'Contacts that match this rule of the filter language, as JSON' })
  filters?: string;

  @Flag({ default: true, description: 'Whether custom values are columns when no `columns` are named' })
  custom_fields?: boolean;

  @Texts({
    description: 'Which columns, in this order; custom values by the slug of their field. All when left out',
    example: ['email', 'first_name', 'tags'],
  })
  columns?: string[];

  toQuestion(): ContactExportQuestion {
    const { search = '', statuses = [], tags = [], lists = [], company_ids: companies = [], columns = [] } = this;
    return {
      format: this.format ?? 'csv',
      who: {
        ...(search === '' ? {} : { search }),
        ...(this.segment_id === undefined ? {} : { segmentId: this.segment_id }),
        ...(this.filters === undefined || this.filters === '' ? {} : { filters: this.filters }),
        ...(statuses.length === 0 ? {} : { statuses: [...new Set(statuses)] }),
        memberOf: {
          ...(tags.length === 0 ? {} : { tag: tags }),
          ...(lists.length === 0 ? {} : { list: lists }),
          ...(companies.length === 0 ? {} : { company: companies }),
        },
      },
      columns,
      withCustomValues: this.custom_fields ?? true,
    };
  }
}
