import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { CustomValuesService, definitionsOf, fitsField } from '../../custom-fields/custom-values.service.js';
import { type LabelKind, LabelsService } from '../../labels/labels.service.js';
import { contactIdsBy } from '../contact/contact-identity.js';
import { DOUBLE_OPT_IN_KEY } from '../double-opt-in/double-opt-in.service.js';
import { idsOf } from '../../../platform/ids/ids.js';
import type { Contact } from '../contact/contact.entity.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import type { ContactBeingUndone, UndoFacts } from './bulk-undo-plan.js';
import type { RecordedChanges } from './recorded-changes.js';
import { gather } from '../../../platform/values/collections.js';

/**
 * Data that a contact got after its creation, so the contact must not be removed. Double opt-in requests and enrollments do
 * not count: a funnel's effects show in the contact or in the emails.
 */
const LATER_DATA: readonly (readonly [words: string, sql: string])[] = [
  ['it has notes', "SELECT subject_id AS id FROM notes WHERE subject_type = 'contact' AND subject_id IN (:ids)"],
  ['it belongs to companies', 'SELECT contact_id AS id FROM contact_companies WHERE contact_id IN (:ids)'],
  ['it has orders', 'SELECT contact_id AS id FROM orders WHERE contact_id IN (:ids)'],
  ['it has tracked events', 'SELECT contact_id AS id FROM tracked_events WHERE contact_id IN (:ids)'],
  [
    'it has been sent emails',
    `SELECT contact_id AS id FROM email_messages
      WHERE contact_id IN (:ids) AND state NOT IN ('pending', 'skipped', 'cancelled')
        AND NOT (source_type = 'single' AND recipient_key LIKE '${DOUBLE_OPT_IN_KEY}%')`,
  ],
];

export interface ChangedRow {
  readonly contactId: number;
  readonly changes: RecordedChanges;
}

export interface UndoContext {
  readonly contacts: ReadonlyMap<number, ContactBeingUndone>;
  readonly named: Awaited<ReturnType<LabelsService['knownOf']>>;
  readonly facts: UndoFacts;
}

@Injectable()
export class BulkUndoFacts {
  constructor(
    private readonly labels: LabelsService,
    private readonly memberships: MembershipsService,
    private readonly values: CustomValuesService,
  ) {}

  /** @param locked the existing contacts. */
  async of(tx: Tx, locked: readonly Contact[], rows: readonly ChangedRow[]): Promise<UndoContext> {
    const named = await this.labels.knownOf(tx, { list: labelIdsOf('list', rows), tag: labelIdsOf('tag', rows) });
    const userIds = rows.flatMap(({ changes }) => changes.fields?.['user_id'] ?? []).filter((id) => id !== null);
    const present = new Set(locked.map(({ id }) => id));
    const those = (which: (changes: RecordedChanges) => boolean): number[] => [
      ...new Set(
        rows.filter(({ contactId, changes }) => present.has(contactId) && which(changes)).map((row) => row.contactId),
      ),
    ];
    return {
      contacts: await this.contactsOf(tx, locked, rows),
      named,
      facts: {
        fields: await definitionsOf(tx, fieldIdsOf(rows)),
        fits: fitsField,
        labels: named,
        userIds: await contactIdsBy(tx, 'user_id', userIds.map(Number)),
        ownStatus: await this.changedByOthers(
          tx,
          those((changes) => changes.fields?.['status'] !== undefined),
        ),
        laterData: await this.laterData(
          tx,
          those((changes) => changes.created !== undefined),
        ),
      },
    };
  }

  private async contactsOf(
    tx: Tx,
    locked: readonly Contact[],
    rows: readonly ChangedRow[],
  ): Promise<Map<number, ContactBeingUndone>> {
    const ids = locked.map(({ id }) => id);
    const labels = await this.memberships.of(ids, tx);
    const isWhole = rows.some(({ changes }) => changes.created !== undefined);
    const values = await this.values.stored(tx, ids, isWhole ? null : fieldIdsOf(rows));
    const labelIds = (id: number, kind: LabelKind): Set<number> =>
      new Set(labels.get(id)?.[kind].map((label) => label.id));
    const byId = new Map(locked.map((contact) => [contact.id, contact]));
    const found = new Map<number, ContactBeingUndone>();
    // In the order of the rows, because user ids are restored in that order.
    for (const { contactId: id } of rows) {
      const before = byId.get(id);
      if (!before || found.has(id)) continue;
      found.set(id, {
        before,
        after: Object.assign({}, before),
        labels: { list: labelIds(id, 'list'), tag: labelIds(id, 'tag') },
        values: new Map(values.get(id)),
        companies: new Map(),
        suppression: null,
        funnels: new Set(),
        removed: false,
      });
    }
    return found;
  }

  private async laterData(tx: Tx, contactIds: readonly number[]): Promise<Map<number, string[]>> {
    const found = new Map<number, string[]>();
    if (contactIds.length === 0) return found;
    const rows = await tx.query<{ kind: number; id: number }>(
      LATER_DATA.map(([, sql], kind) => `SELECT DISTINCT ${kind} AS kind, h.id FROM (${sql}) h`).join(' UNION ALL '),
      { ids: contactIds },
    );
    for (const { kind, id } of rows) gather(found, id, LATER_DATA[kind]?.[0] ?? '');
    return found;
  }

  /** Returns contacts whose last status change came neither from a manager nor from an import. */
  private async changedByOthers(tx: Tx, contactIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (contactIds.length === 0) return new Set();
    const rows = await tx.query<{ id: number }>(
      `SELECT c.contact_id AS id
         FROM (SELECT MAX(id) AS id FROM contact_consents
                WHERE contact_id IN (:contactIds) AND list_id IS NULL AND (old_status IS NULL OR old_status <> new_status)
                GROUP BY contact_id) latest
         JOIN contact_consents c ON c.id = latest.id
        WHERE c.source NOT IN ('api', 'import')`,
      { contactIds },
    );
    return new Set(idsOf(rows));
  }
}

const fieldIdsOf = (rows: readonly ChangedRow[]): number[] => [
  ...new Set(rows.flatMap(({ changes }) => Object.keys(changes.values ?? {}).map(Number))),
];

const labelIdsOf = (kind: LabelKind, rows: readonly ChangedRow[]): number[] => [
  ...new Set(
    rows.flatMap(({ changes }) => {
      const { added = [], removed = [] } = changes[`${kind}s`] ?? {};
      return [...added, ...removed];
    }),
  ),
];
