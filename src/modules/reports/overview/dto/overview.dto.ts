import { reportQuery } from '../../dto/report-query.dto.js';

export class OverviewDto extends reportQuery('30_days') {}
