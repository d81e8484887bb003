import { isObject } from '../../../platform/values/json.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { ValidationErrors } from '../../../platform/errors/app-error.js';
import { LabelsService } from '../../labels/labels.service.js';
import { MAX_CONTACT_RACES } from '../contact/contact-locks.js';
import { BulkContacts } from './bulk-contacts.service.js';
import { type BulkOutcome, type BulkRow, type BulkWriteOptions, reasonsInWords } from './bulk-write.js';

export interface BulkAddOrder extends Pick<BulkWriteOptions, 'update' | 'forceStatus' | 'doubleOptIn'> {
  /** For all contacts, in addition to their own. */
  readonly tags: readonly number[];
  readonly lists: readonly number[];
}

/** Creates or updates many contacts of one request. All valid contacts are written in one transaction. */
@Injectable()
export class BulkAddUpdate {
  constructor(
    private readonly db: Database,
    private readonly labels: LabelsService,
    private readonly contacts: BulkContacts,
  ) {}

  async addOrUpdate(sent: readonly unknown[], order: BulkAddOrder) {
    await this.requireLabels(order);
    const places: number[] = [];
    const rows: BulkRow[] = [];
    sent.forEach((contact, index) => {
      if (!isObject(contact)) return;
      places.push(index);
      rows.push(withLabels(contact, order));
    });
    const { update, forceStatus, doubleOptIn } = order;
    const options: BulkWriteOptions = {
      ...{ update, forceStatus, doubleOptIn, statusOfNew: null },
      ...{ cause: { source: 'api' }, silent: false, recordChanges: false },
    };
    const outcomes = await this.db.racingTransaction(
      MAX_CONTACT_RACES,
      (error) => this.contacts.isRace(error),
      (tx) => this.contacts.write(tx, rows, options),
    );
    const byPlace = new Map(places.map((place, index) => [place, outcomes[index]]));
    return summed(sent.map((_, index) => byPlace.get(index) ?? NO_OBJECT));
  }

  private async requireLabels(order: BulkAddOrder): Promise<void> {
    const faults = new ValidationErrors();
    await this.labels.checkIds(order, faults);
    faults.throwIfAny();
  }
}

const NO_OBJECT: BulkOutcome = { kind: 'invalid', reasons: { contact: 'must be an object' } };

/** Adds the common labels; a value that is not an array is left for validation. */
function withLabels(contact: BulkRow, { tags, lists }: BulkAddOrder): BulkRow {
  if (tags.length === 0 && lists.length === 0) return contact;
  const joined = (own: unknown, all: readonly number[]): unknown => {
    if (own === undefined) return all;
    return Array.isArray(own) ? [...(own as readonly unknown[]), ...all] : own;
  };
  return { ...contact, tags: joined(contact.tags, tags), lists: joined(contact.lists, lists) };
}

/** Returns the result by API names; each id occurs once per list. */
function summed(outcomes: readonly BulkOutcome[]) {
  const [created, updated, keptStatus] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const invalids = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind === 'invalid') {
      const { reasons: params } = outcome;
      invalids.push({ index, reason: reasonsInWords(params), params });
    } else if (outcome.kind === 'skipped' && outcome.why === 'exists')
      invalids.push({ index, reason: 'Contact already exists with this email', contact_id: outcome.contactId });
    else if (outcome.kind === 'created') created.add(outcome.contactId);
    else {
      updated.add(outcome.contactId);
      if (outcome.keptStatus) keptStatus.add(outcome.contactId);
    }
  }
  return { created: [...created], updated: [...updated], kept_status: [...keptStatus], invalids };
}
