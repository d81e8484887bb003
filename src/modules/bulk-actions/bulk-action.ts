import type { ContactStatus } from '../contacts/contact/contact-status.js';
import type { MembershipKind } from '../contacts/memberships/memberships.service.js';
import type { BulkJob } from '../jobs/bulk-job.entity.js';
import type { CommonJobOptions } from '../jobs/watched-job.js';
import type { ContactChoice } from './contact-choices.service.js';
import { assertPermission } from '../../platform/access/assert-permission.js';

/** Of their jobs. */
export const KIND = 'bulk_action';

export const MEMBERSHIP_ACTIONS = {
  add_tags: { kind: 'tag', way: 'attach' },
  remove_tags: { kind: 'tag', way: 'detach' },
  add_lists: { kind: 'list', way: 'attach' },
  remove_lists: { kind: 'list', way: 'detach' },
  add_companies: { kind: 'company', way: 'attach' },
  remove_companies: { kind: 'company', way: 'detach' },
} as const satisfies Record<string, { kind: MembershipKind; way: 'attach' | 'detach' }>;
export type MembershipAction = keyof typeof MEMBERSHIP_ACTIONS;
/** Names in requests, messages, and recorded changes. */
export const MEMBERS = { list: 'lists', tag: 'tags', company: 'companies' } as const;

/** The names of bulk actions on the wire. */
export const BULK_ACTIONS: readonly BulkActionName[] = [
  ...(Object.keys(MEMBERSHIP_ACTIONS) as MembershipAction[]),
  ...(['change_status', 'delete', 'add_to_funnel'] as const),
];
export type BulkActionName = BulkAction['name'];

/** Names used by FluentCRM clients. */
export const OTHER_NAMES: Readonly<Record<string, BulkActionName>> = {
  add_to_tags: 'add_tags',
  remove_from_tags: 'remove_tags',
  add_to_lists: 'add_lists',
  remove_from_lists: 'remove_lists',
  add_to_company: 'add_companies',
  remove_from_company: 'remove_companies',
  change_contact_status: 'change_status',
  delete_contacts: 'delete',
  add_to_automation: 'add_to_funnel',
};

/** A validated action; also stored in the options of a job. */
export type BulkAction =
  | { readonly name: MembershipAction; readonly ids: readonly number[] }
  // `force` also changes strict statuses.
  | { readonly name: 'change_status'; readonly status: ContactStatus; readonly force: boolean }
  | { readonly name: 'delete' }
  | { readonly name: 'add_to_funnel'; readonly funnelId: number };

export const isUndoable = ({ name }: Pick<BulkAction, 'name'>): boolean => name !== 'delete';

export function isMembershipAction(action: BulkAction): action is Extract<BulkAction, { ids: readonly number[] }> {
  return Object.hasOwn(MEMBERSHIP_ACTIONS, action.name);
}

export interface BulkActionOptions extends CommonJobOptions {
  readonly action: BulkAction;
  readonly choice: ContactChoice;
}

export function bulkActionOptions({ options }: Pick<BulkJob, 'options'>): BulkActionOptions {
  return JSON.parse(options) as BulkActionOptions;
}

/** Requires the permission of the action itself: `add_to_funnel` also needs `manage_campaigns`. */
export function checkAccess(name: BulkActionName | null): void {
  if (name !== 'add_to_funnel') return;
  assertPermission('manage_campaigns', 'Sorry, you are not allowed to put contacts into a funnel.');
}
