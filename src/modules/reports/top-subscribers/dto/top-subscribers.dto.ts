import { OneOf, WholeNumber } from '../../../../platform/http/dto-fields.js';
import { ReportCurrencyCode } from '../../dto/report-currency.dto.js';
import { reportQuery } from '../../dto/report-query.dto.js';
import { TOP_METRICS, type TopMetric } from './top-subscribers.shapes.js';

export class TopSubscribersDto extends reportQuery() {
  @OneOf(TOP_METRICS, { default: 'engagement', description: 'The metric to rank by' }) metric?: TopMetric;

  @WholeNumber({ min: 1, max: 100, default: 10, description: 'Maximum number of contacts' }) limit?: number;

  @ReportCurrencyCode() declare currency?: string;
}
