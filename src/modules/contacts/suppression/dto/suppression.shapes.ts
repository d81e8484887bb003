import { type Page, page, pageOf } from '../../../../platform/http/page.js';
import type { AddedSuppressions, SuppressionRecord } from '../suppression-list.service.js';
import { SUPPRESSION_KINDS } from '../suppression.entity.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';

const suppressionShape = s.component('SuppressionResponse', {
  id: s.integer(3),
  kind: s.oneOf(SUPPRESSION_KINDS, '`domain`: every address of the domain', 'address'),
  value: s.nullable(
    s.text('ada@example.com', 'Null for an entry of a deleted contact, of which only a hash is stored'),
  ),
  reason: s.text('manual', '`manual`, or the status of the deleted contact'),
  note: s.nullable(s.text('Requested by phone')),
  created_at: s.sqlTime(),
});

const suppressionOf = (record: SuppressionRecord) => written(suppressionShape, record);

export const suppressionsShape = s.component('SuppressionsResponse', {
  suppressions: page('SuppressionPage', suppressionShape),
});

export const suppressionsOf = (page: Page<SuppressionRecord>, url: string) => ({
  suppressions: pageOf(page, url, suppressionOf),
});

export const suppressionsAddedShape = s.component('SuppressionsAddedResponse', {
  message: s.text('Successfully saved the suppressions.'),
  added: s.integer(1, 'Number of new entries'),
  suppressions: s.list(suppressionShape),
});

export const suppressionsAddedOf = ({ added, suppressions }: AddedSuppressions) => ({
  message: 'Successfully saved the suppressions.',
  added,
  suppressions: suppressions.map(suppressionOf),
});

export const suppressionRemovedShape = s.component('SuppressionRemovedResponse', {
  message: s.text('Successfully removed the suppression.'),
});

export const suppressionRemovedOf = () => ({ message: 'Successfully removed the suppression.' });

export const suppressionsRemovedShape = s.component('SuppressionsRemovedResponse', {
  ...suppressionRemovedShape.properties,
  removed: s.integer(1, 'Number of removed entries'),
});

export const suppressionsRemovedOf = (removed: number) => ({ ...suppressionRemovedOf(), removed });
