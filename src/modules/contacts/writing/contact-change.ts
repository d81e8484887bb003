import type { ChangeSource, ContactSnapshot, LabelSnapshot } from '../../../events/contact.events.js';
import type { NewEvent } from '../../../platform/outbox/outbox.js';
import type { ChangedValue } from '../../custom-fields/custom-values.service.js';
import type { LabelKind } from '../../labels/labels.service.js';
import type { ConsentEvidence } from '../consent/consent-log.js';
import { type ContactFields, snapshotOf, apiName } from '../contact/contact-fields.js';
import type { Contact } from '../contact/contact.entity.js';
import type { MembershipDifference } from '../memberships/membership-change.js';

/** The cause of a change, for status rules and event consumers. */
export interface ChangeCause {
  readonly source: ChangeSource;
  readonly reason?: string | null;
  readonly evidence?: ConsentEvidence;
}

/** The effective changes of a contact, except labels. */
interface ContactDifference {
  /** Without the status. */
  readonly fields: ContactFields;
  readonly statusMoved: boolean;
  readonly values: readonly ChangedValue[];
}

/** Returns one `contact.updated` for all changed fields and values, and a separate event for the status. */
export function changeEvents(
  old: Contact,
  contact: Contact,
  difference: ContactDifference,
  cause: ChangeCause,
): NewEvent[] {
  const changes = Object.fromEntries([
    ...Object.entries(difference.fields).map(([column, value]) => [
      apiName(column),
      { old: asJson(old[column as keyof Contact]), new: asJson(value) },
    ]),
    ...difference.values.map((value) => [`custom_values.${value.slug}`, { old: value.old, new: value.new }]),
  ]) as Record<string, { old: unknown; new: unknown }>;
  const events: NewEvent[] = [];
  if (Object.keys(changes).length > 0)
    events.push({ type: 'contact.updated', subjectId: contact.id, data: { contact: snapshotOf(contact), changes } });
  if (difference.statusMoved)
    events.push({
      type: 'contact.status_changed',
      subjectId: contact.id,
      data: {
        contact: snapshotOf(contact),
        old_status: old.status,
        new_status: contact.status,
        reason: cause.reason ?? null,
        source: cause.source,
      },
    });
  return events;
}

/** Timestamps in event data are ISO 8601, unlike in REST responses. */
const asJson = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

export function labelEvents(
  kind: LabelKind,
  contact: ContactSnapshot,
  { added, removed }: MembershipDifference,
  named: ReadonlyMap<number, LabelSnapshot>,
  unsubscribed: ReadonlySet<number>,
): NewEvent[] {
  const those = (ids: readonly number[]): LabelSnapshot[] =>
    ids.map((id) => named.get(id)).filter((label) => label !== undefined);
  const subjectId = contact.id;
  const left = removed.filter((id) => unsubscribed.has(id));
  const detached = removed.filter((id) => !unsubscribed.has(id));
  const events: NewEvent[] =
    kind === 'list'
      ? [
          { type: 'contact.list_added', subjectId, data: { contact, lists: those(added) } },
          { type: 'contact.list_removed', subjectId, data: { contact, lists: those(detached) } },
          { type: 'contact.list_removed', subjectId, data: { contact, lists: those(left), reason: 'unsubscribed' } },
        ]
      : [
          { type: 'contact.tag_added', subjectId, data: { contact, tags: those(added) } },
          { type: 'contact.tag_removed', subjectId, data: { contact, tags: those(detached) } },
        ];
  return events.filter((_, index) => ([added, detached, left][index] ?? []).length > 0);
}
