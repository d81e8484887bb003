import type { Members } from './members/members.js';
import type { Comparison, PeriodRequest } from './periods/report-period.js';

/** What most reports are asked: which days, compared with which, of whose contacts. */
export interface ReportQuestion {
  readonly period: PeriodRequest;
  readonly compareWith: Comparison;
  readonly members: Members;
  readonly includeMachine: boolean;
}
