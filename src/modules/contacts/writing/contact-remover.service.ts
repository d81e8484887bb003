import { inParts } from '../../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import type { ContactSnapshot } from '../../../events/contact.events.js';
import type { Tx } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { CustomValuesService } from '../../custom-fields/custom-values.service.js';
import { LABEL_KINDS } from '../../labels/labels.service.js';
import { NotesService } from '../../notes/notes.service.js';
import { ConsentLog } from '../consent/consent-log.js';
import type { ChangeCause } from './contact-change.js';
import { ContactCounters } from '../counts/contact-counters.js';
import { snapshotOf } from '../contact/contact-fields.js';
import { isStrict } from '../contact/contact-status.js';
import { CounterDeltas } from '../counts/counter-deltas.js';
import type { Contact } from '../contact/contact.entity.js';
import { differenceOf } from '../memberships/membership-change.js';
import { type Labels, MembershipsService } from '../memberships/memberships.service.js';
import { SearchIndex } from '../search/search-index.service.js';
import { SuppressionsService } from '../suppression/suppressions.service.js';
import { TrackedEventsService } from '../tracked-events/tracked-events.service.js';

interface RemovalOptions {
  /** Suppresses events; the related data is deleted in any case. */
  readonly silent?: boolean;
  /** Whether a strict status remains as a suppression of the address; default: true. */
  readonly leaveSuppression?: boolean;
  /** Whether events omit the name and address. */
  readonly anonymized?: boolean;
}

const AT_ONCE = 500;
const NO_LABELS: Labels = { list: [], tag: [] };

/** Removes contacts with all related data, in a constant number of statements per 500 contacts. */
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

  /** Removes locked contacts. */
  async removeMany(
    tx: Tx,
    contacts: readonly Contact[],
    cause: ChangeCause,
    { silent = false, leaveSuppression = true, anonymized = false }: RemovalOptions = {},
  ): Promise<void> {
    const deltas = new CounterDeltas();
    for (const part of inParts(contacts, AT_ONCE)) {
      const ids = part.map(({ id }) => id);
      collectRemovals(deltas, part, await this.memberships.of(ids, tx));
      await this.memberships.removeOf(tx, ids);
      await this.values.removeOf(tx, ids);
      await this.notes.removeAllOf(tx, 'contact', ids);
      await this.events.removeAllOf(tx, ids);
      await this.consents.removeOf(tx, ids);
      const texts = part.map(({ id, searchText }) => ({ contactId: id, before: searchText, after: '' }));
      await this.search.write(tx, texts);
      await tx.delete('contacts', ids);
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
          data: { contact: anonymized ? withoutName(snapshotOf(contact)) : snapshotOf(contact), source: cause.source },
          silent,
        })),
      );
    }
    this.counters.move(tx, deltas);
  }
}

function collectRemovals(
  deltas: CounterDeltas,
  contacts: readonly Contact[],
  labels: ReadonlyMap<number, Labels>,
): void {
  for (const { id, status } of contacts) {
    const before = labels.get(id) ?? NO_LABELS;
    const subscribed = { before: status === 'subscribed', after: false };
    deltas.moved(id, status, null);
    for (const kind of LABEL_KINDS) {
      const had = new Set(before[kind].map((label) => label.id));
      deltas.relabelled(id, kind, had, differenceOf(had, { replace: [] }), subscribed);
    }
  }
}

const withoutName = (contact: ContactSnapshot): ContactSnapshot => ({
  ...contact,
  email: null,
  first_name: null,
  last_name: null,
});
