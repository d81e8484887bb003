import type { ChangeSource } from '../../events/contact.events.js';
import type { NewEvent } from '../../platform/outbox/outbox.js';
import type { ChangedValue } from '../custom-fields/custom-values.service.js';
import type { ConsentEvidence } from './consent/consent-log.js';
import { type ContactFields, snapshotOf, wireName } from './contact-fields.js';
import type { Contact } from './contact.entity.js';

/** Why a contact changes, as far as the rules and the receivers of events care. */
export interface ChangeCause {
  readonly source: ChangeSource;
  readonly reason?: string | null;
  /** How it can be shown later that the person wanted it. */
  readonly evidence?: ConsentEvidence;
}

/** What is really different of a contact after a write, its labels apart. */
export interface ContactDifference {
  /** Without the status. */
  readonly fields: ContactFields;
  readonly statusMoved: boolean;
  readonly values: readonly ChangedValue[];
}

/** One `contact.updated` for whatever columns and values changed, and the status by itself. */
export function changeEvents(
  old: Contact,
  contact: Contact,
  difference: ContactDifference,
  cause: ChangeCause,
): NewEvent[] {
  const changes = Object.fromEntries([
    ...Object.entries(difference.fields).map(([column, value]) => [
      wireName(column),
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

/** Times in event data are ISO 8601, unlike those of REST answers. */
const asJson = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
