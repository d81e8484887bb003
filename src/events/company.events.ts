export interface CompanyEvents {
  /** Internal: removes the memberships of a deleted company in batches. */
  'company.deleted': { readonly id: number };
}
