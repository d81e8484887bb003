import { page } from '../../../platform/http/page.js';
import type { WatchedJob } from '../../jobs/watched-job.js';
import { jobOf, jobShape } from '../../jobs/dto/job.shapes.js';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import { FILTERS_SCHEMA } from '../../segments/dto/segment.dto.js';
import { type BulkAction, bulkActionOptions, isMembershipAction, isUndoable } from '../bulk-action.js';
import { BULK_ACTIONS, MEMBERS, MEMBERSHIP_ACTIONS } from '../bulk-action.js';
import type { ContactChoice } from '../contact-choices.service.js';
import * as s from '../../../shapes/shape.js';
import { invalid, unknownRecord } from '../../../platform/access/operation.js';

const actionOptionsShape = s.component('ActionOptionsResponse', {
  tags: s.optional(s.list(s.integer(), 'Tags that add_tags or remove_tags assigns or removes', { example: [1] })),
  lists: s.optional(s.list(s.integer(), 'Lists that add_lists or remove_lists assigns or removes', { example: [1] })),
  companies: s.optional(
    s.list(s.integer(), 'Companies that add_companies or remove_companies assigns or removes', { example: [1] }),
  ),
  status: s.optional(s.oneOf(CONTACT_STATUSES, 'The new status, for change_status')),
  force_update_status: s.optional(s.flag('Whether change_status also replaces strict statuses')),
  funnel_id: s.optional(s.integer(1, 'The funnel of add_to_funnel')),
  silent: s.flag('Whether webhooks and funnel triggers are suppressed'),
});

function actionOptionsOf(action: BulkAction, silent: boolean): s.TypeOf<typeof actionOptionsShape> {
  if (isMembershipAction(action)) return { [MEMBERS[MEMBERSHIP_ACTIONS[action.name].kind]]: action.ids, silent };
  if (action.name === 'change_status') return { status: action.status, force_update_status: action.force, silent };
  return action.name === 'add_to_funnel' ? { funnel_id: action.funnelId, silent } : { silent };
}

/** The selection of contacts; all members that are present must match. */
const choiceShape = s.component('ChoiceResponse', {
  rules: s.json<ContactChoice['filters']>({
    type: 'array',
    items: { type: 'array', items: FILTERS_SCHEMA.items },
    description: 'Rules of the filter language, including the rule that the segment had when the job was created',
    examples: [[[[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]]]],
  }),
  search: s.optional(s.text('ada', 'As in `GET /subscribers`')),
  statuses: s.optional(s.list(s.oneOf(CONTACT_STATUSES), undefined, { example: ['subscribed'] })),
  tags: s.optional(s.list(s.integer(), 'With any of these tags', { example: [1] })),
  lists: s.optional(s.list(s.integer(), 'In any of these lists', { example: [1] })),
  company_ids: s.optional(s.list(s.integer(), 'Of any of these companies', { example: [1] })),
});

const choiceOf = ({ filters: rules, search, statuses, memberOf }: ContactChoice) => {
  const { tag: tags, list: lists, company: company_ids } = memberOf;
  return { rules, search, statuses, tags, lists, company_ids };
};

const bulkActionShape = s.component('BulkActionResponse', {
  ...jobShape.properties,
  action_name: s.oneOf(BULK_ACTIONS, 'The action that the job applies', 'add_tags'),
  options: s.described(actionOptionsShape, 'Options of the action'),
  filter: s.described(choiceShape, 'The selected contacts; all members that are present must match'),
  dry_run: s.flag('Whether the job only reports what it would do'),
  undoable: s.flag('Whether it can be undone after it has ended'),
});

export function bulkActionOf(job: WatchedJob) {
  const { action, choice, dry_run: dryRun = false, silent = false } = bulkActionOptions(job);
  return {
    ...jobOf(job),
    action_name: action.name,
    options: actionOptionsOf(action, silent),
    filter: choiceOf(choice),
    dry_run: dryRun,
    undoable: isUndoable(action) && !dryRun,
  };
}

export const oneBulkActionShape = s.component('OneBulkActionResponse', { bulk_action: bulkActionShape });

export const bulkActionsShape = s.component('BulkActionsResponse', {
  bulk_actions: page('BulkActionsPage', bulkActionShape),
});

const skipReasonShape = s.component('SkipReasonResponse', {
  reason: s.text('is already active in the funnel'),
  count: s.integer(1, 'Skipped contacts with this reason'),
});

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

// Documented errors of the bulk action endpoints.

export const FAULTY_ACTION = invalid(
  'Invalid members, all of which are listed (nothing is written); or the filter does not match `expected_count` contacts (`data.count` is the actual number)',
  { tags: 'unknown: 99', subscriber_ids: 'unknown: 7, 8' },
);

export const UNKNOWN_JOB = unknownRecord('No bulk action has this id');

export const FAULTY_QUERY = invalid('Invalid parameters; all of them are listed', { per_page: 'must be at most 1000' });

export const NOT_CANCELLED = invalid(
  'The job has ended or is being undone',
  { id: 'cannot be cancelled: it has ended with status done' },
  'The bulk action cannot be cancelled: it has ended with status done.',
);

export const NOT_UNDONE = invalid(
  'The job is still running, was a dry run, deleted contacts, was already undone, or its undo data has expired',
  { id: 'cannot be undone: deleted contacts cannot be restored' },
  'The bulk action cannot be undone: deleted contacts cannot be restored.',
);
