import { OneOf } from '../../../platform/http/dto-fields.js';

export const RANGES = ['7_days', '30_days', '90_days', '12_months'] as const;

export class OverviewDto {
  @OneOf(RANGES) range?: (typeof RANGES)[number];
}
