import { LABEL_KINDS } from '../../labels/labels.service.js';
import { onTheWire, wireName } from '../contact-fields.js';
import type { Contact } from '../contact.entity.js';
import type { Effect } from './bulk-plan.js';
import { fingerprintOf } from './fingerprint.js';
import type { Changed, MembershipsChanged, RecordedChanges } from './recorded-changes.js';

type FieldChange = Changed<string | number | null>;

/**
 * What a row has changed, for whoever takes it back.
 * @param lifted why the address had been suppressed; told by the row that lifted it.
 */
export function recordedChangesOf(effect: Effect, lifted: string | undefined): RecordedChanges {
  const { old, contact, labelsAfter, valuesAfter } = effect;
  if (old === null)
    return {
      created: fingerprintOf({ contact, lists: labelsAfter.list, tags: labelsAfter.tag, values: valuesAfter }),
      ...memberships(effect),
    };
  const fields: [string, FieldChange][] = Object.entries(effect.fields).map(([member, value]) => [
    wireName(member),
    [onTheWire(old[member as keyof Contact]), onTheWire(value)] as FieldChange,
  ]);
  if (effect.statusMoved) fields.push(['status', [old.status, contact.status]]);
  const liftedHere = effect.statusMoved && contact.status === 'subscribed' ? lifted : undefined;
  return {
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
    ...(effect.values.length === 0
      ? {}
      : { values: Object.fromEntries(effect.values.map(({ field, before, text }) => [field.id, [before, text]])) }),
    ...memberships(effect),
    ...(liftedHere === undefined ? {} : { suppression: liftedHere }),
  };
}

function memberships({ labels }: Effect): { lists?: MembershipsChanged; tags?: MembershipsChanged } {
  const changed: { lists?: MembershipsChanged; tags?: MembershipsChanged } = {};
  for (const kind of LABEL_KINDS)
    if (labels[kind].added.length + labels[kind].removed.length > 0) changed[`${kind}s`] = labels[kind];
  return changed;
}
