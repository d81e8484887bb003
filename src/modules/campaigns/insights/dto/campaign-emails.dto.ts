import { given } from '../../../../platform/http/given.js';
import { CurrencyCode, OneOf, Text } from '../../../../platform/http/dto-fields.js';
import { numberedQuery, pageQuery } from '../../../../platform/http/page.js';
import { EMAIL_STATUSES, type EmailStatus } from '../../../../events/email-state.js';
import { EMAIL_FILTERS, type EmailFilter, type EmailsFilter } from '../../campaign/campaign-input.js';

export class CampaignEmailsDto extends pageQuery(10) {
  @OneOf(EMAIL_FILTERS, { description: 'Only emails that were clicked, viewed, not opened, failed, or bounced' })
  filter_type?: EmailFilter;

  @OneOf(EMAIL_STATUSES, { description: 'Only emails with this status' }) status?: EmailStatus;

  @Text({ description: 'Part of the address or the name', example: 'ada' }) search?: string;

  toFilter(): EmailsFilter {
    return given({ filterType: this.filter_type, status: this.status, search: this.search });
  }
}

export class UnsubscribersDto extends numberedQuery(10) {}

export class TrackingEventsDto extends numberedQuery(10) {}

export class RevenuesDto extends pageQuery(10) {
  @CurrencyCode({
    description:
      'Only orders in this currency; by default all orders, and `total_revenue` is in the currency of most of them',
  })
  currency?: string;
}
