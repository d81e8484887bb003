import type { ContactSnapshot, LabelSnapshot } from '../../../events/contact.events.js';
import type { NewEvent } from '../../../platform/outbox/outbox.js';
import type { LabelKind } from '../../labels/labels.service.js';
import type { MembershipDifference } from './membership-change.js';

/** What one contact's write tells of its labels of one kind: what was added and what was removed, by themselves. */
export function labelEvents(
  kind: LabelKind,
  contact: ContactSnapshot,
  { added, removed }: MembershipDifference,
  named: ReadonlyMap<number, LabelSnapshot>,
): NewEvent[] {
  const those = (ids: readonly number[]): LabelSnapshot[] =>
    ids.map((id) => named.get(id)).filter((label) => label !== undefined);
  const subjectId = contact.id;
  const events: NewEvent[] =
    kind === 'list'
      ? [
          { type: 'contact.list_added', subjectId, data: { contact, lists: those(added) } },
          { type: 'contact.list_removed', subjectId, data: { contact, lists: those(removed) } },
        ]
      : [
          { type: 'contact.tag_added', subjectId, data: { contact, tags: those(added) } },
          { type: 'contact.tag_removed', subjectId, data: { contact, tags: those(removed) } },
        ];
  return events.filter((_, index) => (index === 0 ? added : removed).length > 0);
}
