import { reportQuery } from '../../dto/report-query.dto.js';

export class LossesDto extends reportQuery('30_days') {}
