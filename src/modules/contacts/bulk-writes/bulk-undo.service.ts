import { gather } from '../../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { CompanyMemberships } from '../memberships/company-memberships.service.js';
import type { ChangeCause } from '../writing/contact-change.js';
import type { CheckedContact } from '../writing/contact-check.service.js';
import { lockContacts, retryOnDeletion } from '../contact/contact-locks.js';
import type { Contact } from '../contact/contact.entity.js';
import { SuppressionsService } from '../suppression/suppressions.service.js';
import { ContactWriter } from '../writing/contact-writer.service.js';
import { BulkUndoFacts, type ChangedRow, type UndoContext } from './bulk-undo-facts.js';
import { type ContactBeingUndone, revertRow } from './bulk-undo-plan.js';
import { ContactRemover } from '../writing/contact-remover.service.js';
import type { RecordedChanges } from './recorded-changes.js';

/** A row of a job with its changes; null if there are none, or if they are no longer recorded. */
export interface UndoRow {
  readonly rowNo: number;
  readonly contactId: number | null;
  readonly changes: RecordedChanges | null;
}

export interface UndoneRow {
  readonly rowNo: number;
  /** The conflicts in words; null if everything was undone. */
  readonly conflict: string | null;
}

interface UndoOptions {
  readonly jobId: number;
  readonly cause: ChangeCause;
  readonly silent: boolean;
}

/** Undoes rows of a job in few statements: only the final difference of each contact is written and announced. */
@Injectable()
export class BulkUndo {
  constructor(
    private readonly facts: BulkUndoFacts,
    private readonly writer: ContactWriter,
    private readonly remover: ContactRemover,
    private readonly companies: CompanyMemberships,
    private readonly suppressions: SuppressionsService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Undoes the rows. Call near the end of the transaction: it takes counter locks.
   * @param rows in descending order.
   * @returns one result per row that had changes.
   * @throws an error that `isContactRace` recognizes if another contact took a user id that is to be restored.
   */
  async undo(tx: Tx, rows: readonly UndoRow[], options: UndoOptions): Promise<UndoneRow[]> {
    const changed = rows.filter((row): row is UndoRow & ChangedRow => row.changes !== null && row.contactId !== null);
    if (changed.length === 0) return [];
    const locked = await lockContacts(
      tx,
      changed.map(({ contactId }) => contactId),
    );
    return retryOnDeletion(tx, () => this.revertRows(tx, locked, changed, options));
  }

  private async revertRows(
    tx: Tx,
    locked: readonly Contact[],
    rows: readonly (UndoRow & ChangedRow)[],
    options: UndoOptions,
  ): Promise<UndoneRow[]> {
    const known = await this.facts.of(tx, locked, rows);
    const undone = rows.map(({ rowNo, contactId, changes }) => ({
      rowNo,
      conflict: revertRow(known.contacts.get(contactId), changes, known.facts),
    }));
    await this.write(tx, known, options);
    return undone;
  }

  private async write(tx: Tx, known: UndoContext, options: UndoOptions): Promise<void> {
    const contacts = [...known.contacts.values()];
    const staying = contacts.filter(({ removed }) => !removed);
    const { cause, silent } = options;
    await this.outbox.appendAll(tx, leavingFunnels(contacts, options));
    // First, because a contact that stays may get back the user id of a removed one.
    await this.remover.removeMany(
      tx,
      contacts.filter(({ removed }) => removed).map(({ before }) => before),
      cause,
      { silent, leaveSuppression: false },
    );
    await this.writer.changeAll(
      tx,
      staying.map((contact) => ({ before: contact.before, checked: changeOf(contact, known) })),
      { cause, forceStatus: true, silent, keepSuppressions: true },
    );
    await this.suppressions.suppressAll(
      tx,
      contacts.flatMap(({ before: { email }, suppression: reason }) => (reason === null ? [] : [{ email, reason }])),
    );
    await this.writeCompanies(tx, staying);
  }

  private async writeCompanies(tx: Tx, staying: readonly ContactBeingUndone[]): Promise<void> {
    for (const operation of ['detach', 'attach'] as const) {
      const groups = new Map<string, { companyIds: number[]; contactIds: number[] }>();
      for (const contact of staying) {
        const companyIds = [...contact.companies].filter(([, requested]) => requested === operation).map(([id]) => id);
        if (companyIds.length === 0) continue;
        const group = groups.get(companyIds.join()) ?? { companyIds, contactIds: [] };
        group.contactIds.push(contact.before.id);
        groups.set(companyIds.join(), group);
      }
      for (const group of groups.values()) await this.companies.changeIn(tx, group, operation);
    }
  }
}

function changeOf({ after, labels, values }: ContactBeingUndone, { facts, named }: UndoContext): CheckedContact {
  return {
    fields: after,
    requestedLabels: { list: { replace: labels.list }, tag: { replace: labels.tag } },
    named,
    values: Array.from(facts.fields.values(), (field) => ({ field, text: values.get(field.id) ?? null })),
    consent: null,
  };
}

/** Never silent, even if the job was: the funnel engine consumes these events. */
function leavingFunnels(contacts: readonly ContactBeingUndone[], { jobId }: UndoOptions): NewEvent[] {
  const byFunnel = new Map<number, number[]>();
  for (const { before, funnels } of contacts) for (const id of funnels) gather(byFunnel, id, before.id);
  return [...byFunnel].map(([funnel_id, contact_ids]) => ({
    type: 'funnel.removal_requested',
    subjectId: funnel_id,
    data: { funnel_id, contact_ids, bulk_action_id: jobId },
  }));
}
