import { ascending } from '../../../platform/values/collections.js';
import type { CountChange } from '../../labels/labels.service.js';

/** The requested labels of a contact: either a full set or changes. */
export interface RequestedMemberships {
  readonly replace?: Iterable<number>;
  readonly attach?: readonly number[];
  readonly detach?: readonly number[];
  /** Subscriptions that the contact leaves; only a manager or the contact can then join them again. */
  readonly unsubscribe?: readonly number[];
}

export interface MembershipDifference {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

export interface LabelMoves {
  readonly changes: Map<number, CountChange & { readonly members: number[] }>;
  /** Labels that were attached to any contact. */
  readonly added: Set<number>;
}

/** Returns the effective difference, ids in ascending order. */
export function differenceOf(before: ReadonlySet<number>, request: RequestedMemberships): MembershipDifference {
  const after = new Set(request.replace ?? before);
  for (const id of request.attach ?? []) after.add(id);
  for (const id of request.detach ?? []) after.delete(id);
  return {
    added: [...after].filter((id) => !before.has(id)).sort(ascending),
    removed: [...before].filter((id) => !after.has(id)).sort(ascending),
  };
}

/** Returns the counter changes of one contact. Its status also changes `subscribed` of its remaining lists. */
export function countChanges(
  before: ReadonlySet<number>,
  difference: MembershipDifference,
  subscribed: { readonly before: boolean; readonly after: boolean },
): Map<number, CountChange> {
  const changes = new Map<number, CountChange>();
  for (const id of difference.added) changes.set(id, { total: 1, subscribed: Number(subscribed.after) });
  for (const id of difference.removed) changes.set(id, { total: -1, subscribed: subscribed.before ? -1 : 0 });
  const shift = Number(subscribed.after) - Number(subscribed.before);
  if (shift !== 0) for (const id of before) if (!changes.has(id)) changes.set(id, { total: 0, subscribed: shift });
  return changes;
}

export interface CompanyMembership {
  readonly companyId: number;
  readonly isPrimary: boolean;
}

/** Companies to attach, in order, or to detach. */
type RequestedCompanyChange = { readonly attach: readonly number[] } | { readonly detach: readonly number[] };

export interface CompanyChange {
  readonly added: readonly CompanyMembership[];
  readonly removed: readonly number[];
  /** The company that becomes primary; null if none does. */
  readonly promoted: number | null;
}

/**
 * Computes the change. A contact with companies has one primary: the first attached one or, if that was removed, the oldest
 * remaining one.
 * @param before the memberships, the primary first, then from oldest to newest.
 */
export function companyChange(before: readonly CompanyMembership[], request: RequestedCompanyChange): CompanyChange {
  const leaving = new Set('detach' in request ? request.detach : []);
  const present = new Set(before.map(({ companyId }) => companyId));
  const [first, ...others] = before.filter(({ companyId }) => !leaving.has(companyId));
  const joining = ('attach' in request ? request.attach : []).filter((id) => !present.has(id));
  return {
    added: joining.map((companyId, index) => ({ companyId, isPrimary: first === undefined && index === 0 })),
    removed: [...leaving].filter((id) => present.has(id)),
    promoted: first === undefined || [first, ...others].some(({ isPrimary }) => isPrimary) ? null : first.companyId,
  };
}

/** Changes of the counter and the members of companies, by company id. */
export type CompanyCounts = Map<number, { total: number; readonly members: number[] }>;

/** @param change the contact id; negative if the contact left. */
export function countMember(counts: CompanyCounts, companyId: number, change: number): void {
  const count = counts.get(companyId) ?? { total: 0, members: [] };
  count.total += Math.sign(change);
  count.members.push(change);
  counts.set(companyId, count);
}
