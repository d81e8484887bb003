/** What a template can say about its recipient and its sender. */
export interface MergeValues {
  readonly contact: Readonly<Record<string, string | number | null>>;
  readonly custom: Readonly<Record<string, string | readonly string[]>>;
  readonly company: Readonly<Record<string, string | null>>;
  readonly business: { readonly name: string; readonly address: string };
}

/** The addresses of our own pages, different in every mail. */
export interface OwnLinks {
  readonly unsubscribe_url: string;
  readonly preferences_url: string;
  readonly view_url: string;
  /** Confirms a subscription; in the mails that ask for it, and nowhere else. */
  readonly confirm_url: string;
}
