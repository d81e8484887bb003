import { Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import type { PageRequest } from '../../../platform/http/page.js';

const PER_PAGE = 25;

/** The query of all pages of the console: the page of its table, and what the form of the page asks. */
export class ConsoleQuery {
  @WholeNumber({ min: 1, max: 1_000_000 }) page?: number;
  @Text() search?: string;
  @Text() why?: string;
  /** Where the timeline continues. */
  @Text({ max: 500 }) after?: string;

  toPage(): PageRequest {
    return { page: this.page ?? 1, perPage: PER_PAGE };
  }
}
