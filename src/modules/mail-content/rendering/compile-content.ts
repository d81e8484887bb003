import type { StoredAttachment } from '../attachments/attachment.js';
import { type Language, LANGUAGES } from '../../../languages/languages.js';
import type { FooterChoice } from './footer.js';
import { type DesignTemplate, frame } from './frame.js';
import { LiquidTemplate, TemplateError, type TemplateKind } from './liquid.js';
import { trackLinks } from './links.js';
import { compileMjml } from './mjml.js';
import { refuseDeepNesting, refuseManyTags, textOf } from './text-part.js';
import { tagHtmlLinks, tagTextLinks, type UtmParameters } from './utm.js';

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
  /** The language of an email without a footer; English if absent. */
  readonly language?: Language;
  /** The IANA time zone of dates; `APP_TIMEZONE` if absent or null. */
  readonly timezone?: string | null;
  /** UTM parameters for links; none if absent or null. */
  readonly utm?: UtmParameters | null;
  readonly attachments?: readonly StoredAttachment[];
  /** Absent for emails that need no opt-out: notices and confirmation requests. */
  readonly footer?: FooterChoice;
}

/** Content ready to be frozen: with its layout, link placeholders, and a text part. */
export interface CompiledContent {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
  readonly text: string;
  readonly urls: readonly string[];
  /** Language of the standard footer for contacts without a known language; null if no email has a footer. */
  readonly footerLanguage: Language | null;
  readonly timezone: string | null;
}

/**
 * Compiles content once per sending; each email then only inserts its values.
 * @throws TemplateError for invalid MJML and for elements nested too deeply.
 */
export function compileContent(written: WrittenContent): CompiledContent {
  const { design, utm = null, footer } = written;
  const language = footer?.language ?? written.language ?? LANGUAGES[0];
  refuseManyTags(written.html);
  refuseDeepNesting(written.html);
  const document = design === 'mjml' ? compileMjml(written.html) : written.html;
  // MJML becomes much more HTML.
  refuseManyTags(document);
  const framed = frame(document, design, written.preHeader !== '', language);
  const tagged = utm === null ? framed : tagHtmlLinks(framed, utm);
  const { html, urls } = trackLinks(tagged, written.tracksClicks);
  return {
    subject: written.subject,
    preHeader: written.preHeader,
    html,
    text: textPart(written, html),
    urls,
    footerLanguage: footer?.mode === 'auto' ? language : null,
    timezone: written.timezone ?? null,
  };
}

function textPart({ text, utm = null }: WrittenContent, html: string): string {
  // Links in the HTML are tagged already; those in a written text are not.
  if (text.trim() === '') return textOf(html);
  return utm === null ? text : tagTextLinks(text, utm);
}

/** Returns parse errors by field name; empty if there are none. */
export function templateFaults(
  written: Pick<WrittenContent, 'subject' | 'preHeader' | 'html' | 'text'> & Partial<Pick<WrittenContent, 'design'>>,
): Record<string, string> {
  const parts: [field: string, source: string, kind: TemplateKind][] = [
    ['email_subject', written.subject, 'plain'],
    ['email_pre_header', written.preHeader, 'plain'],
    ['email_body', written.html, 'html'],
    ['email_body_text', written.text, 'plain'],
  ];
  const faults = Object.fromEntries(
    parts.flatMap(([field, source, kind]) => {
      const fault = faultOf(() => new LiquidTemplate(source, kind));
      return fault === null ? [] : [[field, fault]];
    }),
  );
  if ('email_body' in faults || written.html.trim() === '') return faults;
  // The compiler moves Liquid, so its result must parse as well.
  const fault = faultOf(() => {
    const compiled = compileContent({ design: 'simple', tracksClicks: true, ...written });
    new LiquidTemplate(compiled.html, 'html');
    new LiquidTemplate(compiled.text, 'plain');
  });
  return fault === null || 'email_body_text' in faults ? faults : { ...faults, email_body: fault };
}

function faultOf(parse: () => unknown): string | null {
  try {
    parse();
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return `does not parse: ${error.message}`;
    throw error;
  }
}
