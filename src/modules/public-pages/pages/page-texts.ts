/** Pages that consist of their words and at most one button. */
export const PUBLIC_PAGES = [
  'confirm_opt_out',
  'opted_out',
  'sample',
  'unknown_link',
  'confirm_opt_in',
  'opted_in',
  'opt_in_over',
  'opt_in_unwanted',
  'opt_in_asked_again',
  'gone',
  'decoy',
  'try_again',
  'failed',
  'ask_for_link',
  'link_on_its_way',
] as const;
export type PublicPageName = (typeof PUBLIC_PAGES)[number];

export interface PageText {
  readonly title: string;
  readonly text: string;
  /** The label of the one button, where the page has one; it posts to the page's own address. */
  readonly button?: string;
}

/** Why people leave; what they chose is kept under this name whatever their language. */
export const OPT_OUT_REASONS = ['too many mails', 'not interesting', 'never signed up', 'something else'] as const;
export type OptOutReason = (typeof OPT_OUT_REASONS)[number];

/** What is wrong with a field of a form, beside the field. */
export const FIELD_FAULTS = ['too_long', 'number', 'date', 'url', 'email', 'option', 'pause_date'] as const;
export type FieldFault = (typeof FIELD_FAULTS)[number];

/**
 * Everything that the public pages say. Every language has every text, or it does not compile. Readers are strangers: they
 * are addressed formally where a language knows the difference.
 */
export interface Texts {
  readonly pages: Readonly<Record<PublicPageName, PageText>>;
  readonly optOut: {
    readonly whyLegend: string;
    readonly reasons: Readonly<Record<OptOutReason, string>>;
    readonly ownWords: string;
    /** Leads to the preferences: before opting out, and afterwards. */
    readonly fewerMails: string;
    readonly backAgain: string;
  };
  readonly preferences: {
    readonly title: string;
    /** Before the masked address. */
    readonly of: string;
    readonly saved: string;
    readonly faulty: string;
    readonly listsLegend: string;
    readonly pauseLegend: string;
    readonly notPaused: string;
    readonly pausedUntil: (day: string) => string;
    readonly oneWeek: string;
    readonly oneMonth: string;
    readonly threeMonths: string;
    readonly untilDay: string;
    readonly day: string;
    readonly youLegend: string;
    readonly firstName: string;
    readonly lastName: string;
    /** The empty choice of a menu. */
    readonly noChoice: string;
    readonly save: string;
    readonly leaveTitle: string;
    readonly leaveText: string;
    readonly leave: string;
    readonly unsubscribedTitle: string;
    readonly unsubscribedText: string;
    readonly subscribeAgain: string;
    readonly pendingTitle: string;
    readonly pendingText: string;
    readonly sendAgain: string;
    /** After either of the two buttons. */
    readonly confirmationSent: string;
    readonly neverMailedTitle: string;
    readonly neverMailedText: string;
  };
  readonly faults: Readonly<Record<FieldFault, string>>;
  readonly address: string;
}
