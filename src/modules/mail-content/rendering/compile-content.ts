import type { StoredAttachment } from '../attachments/attachment.js';
import { type Language, LANGUAGES } from '../links/page-language.js';
import type { DesignTemplate } from '../templates/template.entity.js';
import type { FooterChoice } from './footer.js';
import { frame } from './frame.js';
import { LiquidTemplate, TemplateError, type TemplateKind } from './liquid.js';
import { trackLinks } from './links.js';
import { compileMjml } from './mjml.js';
import { refuseDeepNesting, refuseManyTags, textOf } from './text-part.js';
import { tagHtmlLinks, tagTextLinks, type UtmParameters } from './utm.js';

/** What somebody wrote. */
export interface WrittenContent {
  readonly subject: string;
  readonly preHeader: string;
  /** MJML when that is the design. */
  readonly html: string;
  /** Made from the HTML when empty. */
  readonly text: string;
  readonly design: DesignTemplate;
  readonly tracksClicks: boolean;
  /** What web analytics are told; absent or null for nothing. */
  readonly utm?: UtmParameters | null;
  readonly attachments?: readonly StoredAttachment[];
  /** Absent for what is not sent to many: notices, and requests for a confirmation. */
  readonly footer?: FooterChoice;
}

/** The same, ready to be frozen: framed, with places for links, with a text part. */
export interface CompiledContent {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
  readonly text: string;
  readonly urls: readonly string[];
  /** Of the standard footer, for contacts of whom no language is known; null where no email has one. */
  readonly footerLanguage: Language | null;
}

/**
 * Done once when a sending begins. What costs per mail is only the filling in of values.
 * @throws TemplateError for MJML that does not compile, and for elements that nest without end.
 */
export function compileContent(written: WrittenContent): CompiledContent {
  const { design, utm = null, footer } = written;
  refuseManyTags(written.html);
  refuseDeepNesting(written.html);
  const document = design === 'mjml' ? compileMjml(written.html) : written.html;
  // MJML becomes many times as much HTML.
  refuseManyTags(document);
  const framed = frame(document, design, written.preHeader !== '');
  const tagged = utm === null ? framed : tagHtmlLinks(framed, utm);
  const { html, urls } = written.tracksClicks ? trackLinks(tagged) : { html: tagged, urls: [] };
  return {
    subject: written.subject,
    preHeader: written.preHeader,
    html,
    text: textPart(written, html),
    urls,
    footerLanguage: footer?.mode === 'auto' ? (footer.language ?? LANGUAGES[0]) : null,
  };
}

function textPart({ text, utm = null }: WrittenContent, html: string): string {
  // Links in the HTML are complete by now; those that somebody wrote into the text are not.
  if (text.trim() === '') return textOf(html);
  return utm === null ? text : tagTextLinks(text, utm);
}

/**
 * The parts of a content that do not parse, by field name.
 * @returns the empty object when everything is fine.
 */
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
  // Compiling moves things about, and Liquid with them, so what comes out has to parse as well.
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
