import { CurrencyCode, OneOf, Text } from '../../../../platform/http/dto-fields.js';
import { numberedQuery, pageQuery } from '../../../../platform/http/page.js';
import { EMAIL_STATUSES, type EmailStatus } from '../../../../events/email-state.js';
import { EMAIL_FILTERS, type EmailFilter, type EmailsFilter } from '../campaign-insights.queries.js';

export class CampaignEmailsDto extends pageQuery(10) {
  @OneOf(EMAIL_FILTERS, { description: 'Only mails that were clicked, viewed, not opened, failed or bounced' })
  filter_type?: EmailFilter;

  @OneOf(EMAIL_STATUSES, { description: 'Only mails in this' }) status?: EmailStatus;

  @Text({ description: 'Part of the address or the name' }) search?: string;

  toFilter(): EmailsFilter {
    return {
      ...(this.filter_type === undefined ? {} : { filterType: this.filter_type }),
      ...(this.status === undefined ? {} : { status: this.status }),
      ...(this.search === undefined ? {} : { search: this.search }),
    };
  }
}

export class UnsubscribersDto extends numberedQuery(10) {}

export class HitsDto extends numberedQuery(10) {}

export class RevenuesDto extends pageQuery(10) {
  @CurrencyCode({
    description:
      'Only orders in this currency; left out, all of them, and `total_revenue` is in the one of most orders',
  })
  currency?: string;
}
