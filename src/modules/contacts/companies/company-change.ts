/** A membership of one contact as it stands. */
export interface CompanyMembership {
  readonly companyId: number;
  readonly isPrimary: boolean;
}

/** Companies to join, in the order in which they were named, or to leave. */
export type CompanyWish = { readonly attach: readonly number[] } | { readonly detach: readonly number[] };

/** What of the wish is a real difference for one contact. */
export interface CompanyChange {
  readonly added: readonly CompanyMembership[];
  readonly removed: readonly number[];
  /** The company that is to be marked as primary among those that stay; null when the mark is right. */
  readonly promoted: number | null;
}

/**
 * A contact in any company has one primary: the first it was ever attached to, or, once that is left, the oldest that stays.
 * @param before the present memberships, the primary first and then from the oldest to the newest.
 */
export function companyChange(before: readonly CompanyMembership[], wish: CompanyWish): CompanyChange {
  const leaving = new Set('detach' in wish ? wish.detach : []);
  const present = new Set(before.map(({ companyId }) => companyId));
  const [first, ...others] = before.filter(({ companyId }) => !leaving.has(companyId));
  const joining = ('attach' in wish ? wish.attach : []).filter((id) => !present.has(id));
  return {
    added: joining.map((companyId, index) => ({ companyId, isPrimary: first === undefined && index === 0 })),
    removed: [...leaving].filter((id) => present.has(id)),
    promoted: first === undefined || [first, ...others].some(({ isPrimary }) => isPrimary) ? null : first.companyId,
  };
}
