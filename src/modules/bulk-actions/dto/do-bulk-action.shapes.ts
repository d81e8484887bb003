import { bulkActionShape } from './bulk-action.shapes.js';
import * as s from '../../../shapes/shape.js';

const skipReasonShape = s.component('SkipReasonResponse', {
  reason: s.text('is already active in the funnel'),
  count: s.integer(1, 'Skipped contacts with this reason'),
});

/** The result of an action on listed contacts. */
export const bulkActionDoneShape = s.component('BulkActionDoneResponse', {
  message: s.text('2 contacts have been changed'),
  affected: s.integer(2, 'Contacts that were changed; with `dry_run`, that would be'),
  skipped: s.integer(0, 'Contacts that needed no change'),
  reasons: s.list(skipReasonShape, 'Why contacts were skipped'),
  kept_status: s.list(s.integer(), 'Skipped contacts that keep a stricter status than the requested one', {
    example: [],
  }),
  dry_run: s.flag('Whether this was a dry run, which writes nothing'),
});

export const bulkActionQueuedShape = s.component('BulkActionQueuedResponse', {
  message: s.text('The bulk action has been queued'),
  bulk_action: bulkActionShape,
});
