import type { AudienceFilter } from '../audience-filter/audience-filter.js';
import type { Comparison, PeriodRequest } from '../periods/report-period.js';

/** The parameters of a report. A report uses only those that it documents. */
export interface ReportRequest {
  readonly period: PeriodRequest;
  readonly compareWith: Comparison;
  readonly audience: AudienceFilter;
  /** Whether opens and clicks by scanners and prefetchers count. */
  readonly includeMachine: boolean;
  /** ISO 4217; undefined for the default currency of reports. */
  readonly currency?: string | undefined;
}
