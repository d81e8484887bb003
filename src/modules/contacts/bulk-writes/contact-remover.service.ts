import { Injectable } from '@nestjs/common';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import type { Tx } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { CustomValuesService } from '../../custom-fields/custom-values.service.js';
import { LABEL_KINDS } from '../../labels/labels.service.js';
import { NotesService } from '../../notes/notes.service.js';
import { ConsentLog } from '../consent/consent-log.js';
import type { ChangeCause } from '../contact-change.js';
import { ContactCounters } from '../contact-counters.js';
import { snapshotOf } from '../contact-fields.js';
import { isStrict } from '../contact-status.js';
import { ContactTally } from '../contact-tally.js';
import type { Contact } from '../contact.entity.js';
import { differenceOf } from '../memberships/membership-change.js';
import { type Labels, MembershipsService } from '../memberships/memberships.service.js';
import { SearchIndex } from '../search/search-index.service.js';
import { SuppressionsService } from '../suppression/suppressions.service.js';
import { TrackedEventsService } from '../tracked-events/tracked-events.service.js';

export interface RemovalOptions {
  /** Nobody outside is told; whatever else is kept about them goes all the same. */
  readonly silent?: boolean;
  /** Whether a strict status stays behind as a suppression of the address; true when absent. */
  readonly leaveSuppression?: boolean;
  /** What is told of it does not say any more whom it was. */
  readonly namelessly?: boolean;
}

/** What the counters still have to be told of contacts that are gone. */
export interface RemovalCounts {
  readonly tally: ContactTally;
  /** How many of them each company has lost. */
  readonly companies: ReadonlyMap<number, number>;
}

const AT_ONCE = 500;
/** From here on the search index is left to the worker. */
const MANY = 20;
const NO_LABELS: Labels = { list: [], tag: [] };

/** Removes contacts with everything they had, in as many statements for 500 of them as for one. */
@Injectable()
export class ContactRemover {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly values: CustomValuesService,
    private readonly notes: NotesService,
    private readonly events: TrackedEventsService,
    private readonly consents: ConsentLog,
    private readonly search: SearchIndex,
    private readonly suppressions: SuppressionsService,
    private readonly counters: ContactCounters,
    private readonly outbox: Outbox,
  ) {}

  /** As one of the last deeds of the caller's transaction, because counters end up locked. The contacts are locked by him. */
  async removeMany(
    tx: Tx,
    contacts: readonly Contact[],
    cause: ChangeCause,
    options: RemovalOptions = {},
  ): Promise<void> {
    await this.count(tx, await this.takeOut(tx, contacts, cause, options));
  }

  /** The same without the counters, for a caller who writes more before he counts. */
  async takeOut(
    tx: Tx,
    contacts: readonly Contact[],
    cause: ChangeCause,
    { silent = false, leaveSuppression = true, namelessly = false }: RemovalOptions = {},
  ): Promise<RemovalCounts> {
    const tally = new ContactTally();
    const companies = new Map<number, number>();
    for (let start = 0; start < contacts.length; start += AT_ONCE) {
      const part = contacts.slice(start, start + AT_ONCE);
      const ids = part.map(({ id }) => id);
      tallyOf(tally, part, await this.memberships.of(ids, tx));
      for (const [companyId, left] of await this.memberships.removeOf(tx, ids))
        companies.set(companyId, (companies.get(companyId) ?? 0) + left);
      await this.values.removeOf(tx, ids);
      await this.notes.removeAllOf(tx, 'contact', ids);
      await this.events.removeAllOf(tx, ids);
      await this.consents.removeOf(tx, ids);
      const texts = part.map(({ id, searchText }) => ({ contactId: id, before: searchText, after: '' }));
      await (part.length < MANY ? this.search.write(tx, texts) : this.search.writeLater(tx, texts));
      await tx.execute('DELETE FROM contacts WHERE id IN (:ids)', { ids });
      if (leaveSuppression)
        await this.suppressions.suppressAll(
          tx,
          part.filter(({ status }) => isStrict(status)).map(({ email, status }) => ({ email, reason: status })),
        );
      await this.outbox.appendAll(
        tx,
        part.map((contact) => ({
          type: 'contact.deleted',
          subjectId: contact.id,
          data: { contact: namelessly ? withoutName(snapshotOf(contact)) : snapshotOf(contact), source: cause.source },
          silent,
        })),
      );
    }
    return { tally, companies };
  }

  /** Moves the counters, by status, list, tag and company. Last in the transaction. */
  async count(tx: Tx, { tally, companies }: RemovalCounts): Promise<void> {
    await this.counters.move(tx, tally.statuses);
    await this.memberships.count(tx, tally.labels);
    await this.memberships.countOut(tx, companies);
  }
}

function tallyOf(tally: ContactTally, contacts: readonly Contact[], labels: ReadonlyMap<number, Labels>): void {
  for (const { id, status } of contacts) {
    const before = labels.get(id) ?? NO_LABELS;
    const subscribed = { before: status === 'subscribed', after: false };
    tally.moved(id, status, null);
    for (const kind of LABEL_KINDS) {
      const had = new Set(before[kind].map((label) => label.id));
      tally.relabelled(kind, had, differenceOf(had, { replace: [] }), subscribed);
    }
  }
}

const withoutName = (contact: ContactSnapshot): ContactSnapshot => ({
  ...contact,
  email: null,
  first_name: null,
  last_name: null,
});
