import { Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import type { PageRequest } from '../../../platform/http/page.js';

const PER_PAGE = 25;

/** The query of all pages: the page of the table, and what the form asks. */
export class ConsoleQuery {
  @WholeNumber({ min: 1, max: 1_000_000 }) page?: number;
  @Text() search?: string;
  /** The address for which a campaign is explained. */
  @Text() why?: string;
  /** The cursor at which a timeline continues. */
  @Text({ max: 500 }) after?: string;

  toPage(): PageRequest {
    return { page: this.page ?? 1, perPage: PER_PAGE };
  }

  toFilter(): { readonly search: string | null; readonly statuses: readonly [] } {
    return { search: this.search ?? null, statuses: [] };
  }

  toSorting(): { readonly field: 'id'; readonly direction: 'DESC' } {
    return { field: 'id', direction: 'DESC' };
  }
}
