import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { Page, PageRequest, Sorting } from '../../platform/http/page.js';
import { ContactsQueries, type ContactView } from '../contacts/listing/contacts.queries.js';
import type { ContactSortField } from '../contacts/listing/contact-selection.js';
import { ContactTotals } from '../contacts/listing/contact-totals.queries.js';
import { TestedValues } from './filter-language/tested-values.queries.js';
import { SegmentsService } from './segments.service.js';

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

  async count(id: number) {
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

  /** Returns which rows match a contact, and the tested values. @throws AppError also for an unknown contact. */
  async explain(id: number, contactId: number) {
    const groups = await this.segments.rowsHolding((await this.segments.get(id)).filters, contactId);
    if (groups === null) throw notFound();
    const explained = [];
    for (const verdicts of groups) {
      const rows = [];
      for (const { read, row, holds } of verdicts)
        rows.push({ ...row, holds, actual: await this.seenValues.of(contactId, read) });
      explained.push({ holds: rows.every(({ holds }) => holds), rows });
    }
    return { holds: explained.some(({ holds }) => holds), groups: explained };
  }
}
