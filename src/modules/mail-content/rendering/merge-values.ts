import type { Recipient } from '../recipients.queries.js';
import type { triggerValues } from '../trigger-data.js';

/** Values that a template can use about its recipient and its sender. */
export interface MergeValues
  extends Pick<Recipient, 'contact' | 'custom' | 'company'>, Partial<ReturnType<typeof triggerValues>> {
  readonly business: { readonly name: string; readonly address: string };
  /** Of a single email. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The IANA time zone in which the filter `date` formats moments. */
  readonly timezone: string;
}

/** Public pages of a recipient. `confirm` confirms a subscription; only in double opt-in emails. */
export const OWN_PAGES = ['unsubscribe', 'preferences', 'view', 'confirm'] as const;

/** The URLs of these pages, different in every email. */
export type OwnLinks = Readonly<Record<`${(typeof OWN_PAGES)[number]}_url`, string>>;

export const ownLinks = (urlOf: (page: (typeof OWN_PAGES)[number]) => string): OwnLinks =>
  Object.fromEntries(OWN_PAGES.map((page) => [`${page}_url`, urlOf(page)])) as OwnLinks;

/** Of emails without an opt-out. */
export const NO_OWN_LINKS = ownLinks(() => '');
