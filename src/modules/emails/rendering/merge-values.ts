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

// Control characters and Unicode line separators: in a header they would start another one.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** One line for a header, whatever the merged values hold. */
export function headerText(text: string): string {
  return text.replace(CONTROL, ' ').trim();
}
