import type { CustomValues } from '../written-number.js';

import type { triggerValues } from '../trigger-data.js';

/** Values that a template can use about its recipient and its sender. */
export interface MergeValues extends Partial<ReturnType<typeof triggerValues>> {
  readonly contact: Readonly<Record<string, string | number | null>>;
  readonly custom: CustomValues;
  readonly company: Readonly<Record<string, string | null>>;
  readonly business: { readonly name: string; readonly address: string };
  /** Of a single email. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The IANA time zone in which the filter `date` formats moments. */
  readonly timezone: string;
}

/** Of emails without an opt-out. */
export const NO_OWN_LINKS: OwnLinks = { unsubscribe_url: '', preferences_url: '', view_url: '', confirm_url: '' };

/** URLs of the public pages, different in every email. */
export interface OwnLinks {
  readonly unsubscribe_url: string;
  readonly preferences_url: string;
  readonly view_url: string;
  /** Confirms a subscription; only in double opt-in emails. */
  readonly confirm_url: string;
}
