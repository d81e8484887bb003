import { WholeNumber } from '../../../../platform/http/dto-fields.js';
import type { PageRequest } from '../../../../platform/http/page.js';
import { reportQuery } from '../../dto/report-query.dto.js';

const PER_PAGE = 10;

export class AbTestingDto extends reportQuery() {
  @WholeNumber({ min: 1, max: 1_000, default: PER_PAGE, description: 'Tests per page' }) per_page?: number;

  @WholeNumber({ min: 1, max: 1_000_000_000, default: 1, description: 'Page number' }) page?: number;

  toPage(): PageRequest {
    return { page: this.page ?? 1, perPage: this.per_page ?? PER_PAGE };
  }
}
