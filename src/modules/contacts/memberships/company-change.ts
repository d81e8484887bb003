/** A stored membership of one contact. */
export interface CompanyMembership {
  readonly companyId: number;
  readonly isPrimary: boolean;
}

/** Companies to attach, in order, or to detach. */
export type RequestedCompanyChange = { readonly attach: readonly number[] } | { readonly detach: readonly number[] };

/** The effective change for one contact. */
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
