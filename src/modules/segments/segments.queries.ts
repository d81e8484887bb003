import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { Page, PageRequest, Sorting } from '../../platform/http/page.js';
import { ContactsQueries, type ContactView } from '../contacts/listing/contacts.queries.js';
import type { ContactSortField } from '../contacts/listing/contact-selection.js';
import { ContactTotals } from '../contacts/listing/contact-totals.queries.js';
import type { FilterRow } from './filter-language/filter.js';
import { type TestedValue, TestedValues } from './filter-language/tested-values.queries.js';
import { SegmentsService } from './segments.service.js';

export interface SegmentCount {
  readonly count: number;
  /** Time of the count. */
  readonly asOf: Date;
}

/** A row with the value that it tests. */
interface ExplainedRow extends FilterRow {
  readonly holds: boolean;
  readonly actual: TestedValue;
}

interface Explanation {
  readonly holds: boolean;
  readonly groups: readonly { readonly holds: boolean; readonly rows: readonly ExplainedRow[] }[];
}

/** Reads the contacts of a segment, and explains why they are in it. */
@Injectable()
export class SegmentsQueries {
  constructor(
    private readonly segments: SegmentsService,
    private readonly contacts: ContactsQueries,
    private readonly seenValues: TestedValues,
    private readonly totals: ContactTotals,
    private readonly clock: Clock,
  ) {}

  async count(id: number): Promise<SegmentCount> {
    const condition = await this.segments.conditionFor(id);
    const asOf = this.clock.now();
    const count = await this.totals.exactly({ memberOf: {}, matches: null, condition });
    return { count, asOf };
  }

  async members(
    id: number,
    sorting: Sorting<ContactSortField>,
    withCustomValues: boolean,
    request: PageRequest,
  ): Promise<Page<ContactView>> {
    const condition = await this.segments.conditionFor(id);
    return this.contacts.list({ memberOf: {}, condition, sorting, withCustomValues }, request);
  }

  /**
   * Returns which rows of the rule match a contact, and the tested values.
   * @throws AppError as `count`; also rest_post_invalid_id for an unknown contact.
   */
  async explain(id: number, contactId: number): Promise<Explanation> {
    const groups = await this.segments.rowsHolding((await this.segments.get(id)).filters, contactId);
    if (groups === null) throw notFound();
    const explained: { holds: boolean; rows: ExplainedRow[] }[] = [];
    for (const verdicts of groups) {
      const rows: ExplainedRow[] = [];
      for (const { read, row, holds } of verdicts)
        rows.push({ ...row, holds, actual: await this.seenValues.of(contactId, read) });
      explained.push({ holds: rows.every(({ holds }) => holds), rows });
    }
    return { holds: explained.some(({ holds }) => holds), groups: explained };
  }
}
