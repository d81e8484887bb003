import { reportQuery } from '../../dto/report-query.dto.js';

export class ActivityDto extends reportQuery('30_days') {}
