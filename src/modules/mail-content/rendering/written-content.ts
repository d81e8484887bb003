import type { StoredAttachment } from '../attachments/attachments.service.js';
import type { FooterChoice } from './footer.js';
import type { DesignTemplate } from './frame.js';
import type { UtmParameters } from './utm.js';

type Translation = Partial<Record<'email_subject' | 'email_pre_header' | 'email_body' | 'text', string | undefined>>;
/** By language tag. Members that are missing are not translated. */
export type Translations = Readonly<Record<string, Readonly<Translation>>>;

/** `text` is for subjects, too. */
export const SNIPPET_KINDS = ['html', 'mjml', 'text'] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];
/** Null for a kind of content in which it cannot be used. */
export type SnippetTexts = Readonly<Record<SnippetKind, string | null>>;
/** By key. */
export type Snippets = Readonly<Record<string, SnippetTexts>>;

/** Content as the author wrote it. */
export interface WrittenContent {
  readonly subject: string;
  readonly preHeader: string;
  /** MJML if the design is `mjml`. */
  readonly html: string;
  /** Generated from the HTML if empty. */
  readonly text: string;
  readonly design: DesignTemplate;
  readonly tracksClicks: boolean;
  /** BCP 47; if absent, the language of the footer, else English. */
  readonly language?: string;
  /** The IANA time zone of dates; `APP_TIMEZONE` if absent or null. */
  readonly timezone?: string | null;
  /** UTM parameters for links; none if absent or null. */
  readonly utm?: UtmParameters | null;
  readonly attachments?: readonly StoredAttachment[];
  /** Absent for emails that need no opt-out: notices and confirmation requests. */
  readonly footer?: FooterChoice;
  /** Absent once a language is chosen. */
  readonly translations?: Translations;
  /** The snippets that it renders, if they are frozen or loaded already. */
  readonly snippets?: Snippets | null;
}
