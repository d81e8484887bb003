export interface CompanyEvents {
  /** Internal: its memberships are taken away in batches afterwards. */
  'company.deleted': { readonly id: number };
}
