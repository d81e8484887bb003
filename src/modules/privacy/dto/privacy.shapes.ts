import { ERASURE_MODES, type ErasureMode } from '../../../platform/personal-data/personal-data-store.js';
import type { ContactView } from '../../contacts/listing/contacts.queries.js';
import { contactOf, contactShape } from '../../contacts/dto/contact.shapes.js';
import * as s from '../../../shapes/shape.js';

export const erasureShape = s.component('ErasureResponse', {
  message: s.text('The personal data of the contact has been erased'),
  mode: s.oneOf(ERASURE_MODES, '`anonymize` keeps an anonymized row', 'anonymize'),
  subscriber: s.nullable(s.described(contactShape, 'The anonymized contact; null if it was deleted')),
});

export const erasureOf = (mode: ErasureMode, left: ContactView | null) => ({
  message: 'The personal data of the contact has been erased',
  mode,
  subscriber: left === null ? null : contactOf(left),
});
