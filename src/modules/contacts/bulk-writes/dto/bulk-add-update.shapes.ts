import { counted } from '../../../../platform/text/counted.js';
import * as s from '../../../../shapes/shape.js';

const refusedContactShape = s.component('RefusedContactResponse', {
  index: s.integer(2, 'Position in `contacts`, from 0'),
  reason: s.text('email must be one email address', 'All reasons in one text'),
  params: s.optional(s.record(s.text(), { email: 'must be one email address' }, 'The reasons by field')),
  contact_id: s.optional(s.integer(1, 'The contact that already has the address')),
});

export const bulkAddUpdateShape = s.component('BulkAddUpdateResponse', {
  message: s.text('1 contact created, 1 updated, 1 refused.'),
  created: s.list(s.integer(), 'Ids of created contacts', { example: [2] }),
  updated: s.list(s.integer(), 'Ids of contacts that existed, including those without changes', { example: [1] }),
  kept_status: s.list(s.integer(), 'Ids of contacts whose strict status was kept', { example: [] }),
  invalids: s.list(refusedContactShape, 'Contacts that were refused and not written'),
});

export const bulkAddUpdateOf = (added: Omit<s.TypeOf<typeof bulkAddUpdateShape>, 'message'>) => {
  const [created, updated, refused] = [added.created.length, added.updated.length, added.invalids.length];
  return { message: `${counted(created, 'contact')} created, ${updated} updated, ${refused} refused.`, ...added };
};
