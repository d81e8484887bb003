import { OneOf, WholeNumber } from '../../../../platform/http/dto-fields.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { reportQuery } from '../../dto/report-query.dto.js';
import { TOP_METRICS, type TopMetric, type TopQuestion } from '../top-subscribers.service.js';

export class TopSubscribersDto extends reportQuery() {
  @OneOf(TOP_METRICS, { default: 'engagement', description: 'By what they are ranked' }) metric?: TopMetric;

  @WholeNumber({ min: 1, max: 100, default: 10, description: 'How many' }) limit?: number;

  @ReportCurrencyCode() currency?: string;

  toQuestion(): TopQuestion {
    const { period, members } = this.toReportQuestion();
    return { period, members, metric: this.metric ?? 'engagement', limit: this.limit ?? 10, currency: this.currency };
  }
}
