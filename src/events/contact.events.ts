/** Who or what caused a change, as far as receivers may know it. */
export type ChangeSource =
  'api' | 'import' | 'trigger' | 'funnel' | 'one_click' | 'page' | 'bounce' | 'complaint' | 'system';

/** The specification's six fields of a contact in an event. */
export interface ContactSnapshot {
  readonly id: number;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly status: string;
  /** `YYYY-MM-DD HH:MM:SS`, UTC, as on the contact itself. */
  readonly created_at: string;
}

/** A tag or a list as it is embedded elsewhere. */
export interface LabelSnapshot {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
}

export interface ContactEvents {
  'contact.created': { readonly contact: ContactSnapshot; readonly source: ChangeSource };
  'contact.deleted': { readonly contact: ContactSnapshot; readonly source: ChangeSource };
  'contact.updated': {
    readonly contact: ContactSnapshot;
    readonly changes: Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;
  };
  'contact.status_changed': {
    readonly contact: ContactSnapshot;
    readonly old_status: string;
    readonly new_status: string;
    readonly reason: string | null;
    readonly source: ChangeSource;
  };
  'contact.tag_added': { readonly contact: ContactSnapshot; readonly tags: readonly LabelSnapshot[] };
  'contact.tag_removed': { readonly contact: ContactSnapshot; readonly tags: readonly LabelSnapshot[] };
  'contact.list_added': { readonly contact: ContactSnapshot; readonly lists: readonly LabelSnapshot[] };
  'contact.list_removed': { readonly contact: ContactSnapshot; readonly lists: readonly LabelSnapshot[] };
  /** Internal: something that the contact did elsewhere was reported. `counter` says how often by now. */
  'contact.event_tracked': {
    readonly contact: ContactSnapshot;
    readonly event: {
      readonly id: number;
      readonly event_key: string;
      readonly title: string;
      readonly value: string | null;
      readonly counter: number;
    };
  };
  /** Internal: memberships of a deleted list or tag are taken away in batches afterwards. */
  'list.deleted': { readonly id: number };
  'tag.deleted': { readonly id: number };
}
