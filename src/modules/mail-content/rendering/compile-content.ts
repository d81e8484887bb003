import { expandSnippets, snippetKindOf, withSnippetsInserted } from './expand-snippets.js';
import type { EmailContent } from '../email-content.entity.js';
import { LANGUAGES } from '../../../languages/languages.js';
import { frame } from './frame.js';
import { LiquidTemplate, orOnFault, type TemplateKind } from './liquid.js';
import { trackLinks } from './links.js';
import { compileMjml } from './mjml.js';
import { refuseDeepNesting, refuseManyTags, textOf } from './text-part.js';
import { tagHtmlLinks, tagTextLinks } from './utm.js';
import type { WrittenContent } from './written-content.js';

export type { WrittenContent } from './written-content.js';

/** Content ready to be frozen: with its layout, link placeholders, and a text part. */
export interface CompiledContent extends Readonly<
  Pick<EmailContent, 'subject' | 'preHeader' | 'html' | 'text' | 'footerLanguage' | 'timezone'>
> {
  readonly urls: readonly string[];
}

/**
 * Compiles content once per sending; each email then only inserts its values.
 * @param content in one language, with the snippets that it renders.
 * @throws TemplateError for invalid MJML, for elements nested too deeply, and for snippets that cannot be inserted.
 */
export function compileContent(content: WrittenContent): CompiledContent {
  const written = withSnippetsInserted(content);
  const { design, utm = null, footer } = written;
  const footerLanguage = footer?.language ?? LANGUAGES[0];
  const language = written.language ?? footerLanguage;
  refuseManyTags(written.html);
  refuseDeepNesting(written.html);
  const document = design === 'mjml' ? compileMjml(written.html, language) : written.html;
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
    footerLanguage: footer?.mode === 'auto' ? footerLanguage : null,
    timezone: written.timezone ?? null,
  };
}

function textPart({ text, utm = null }: WrittenContent, html: string): string {
  // Links in the HTML are tagged already; those in a written text are not.
  if (text.trim() === '') return textOf(html);
  return utm === null ? text : tagTextLinks(text, utm);
}

/** Returns parse errors by field name; empty if there are none. Those of translations have names such as `translations.de.email_body`. */
export function templateFaults(written: WrittenContent): Record<string, string> {
  const { translations = {} } = written;
  const faults = Object.entries(faultsOf(written));
  for (const [language, own] of Object.entries(translations)) {
    const { email_subject: subject = '', email_pre_header: preHeader = '', email_body: html = '', text = '' } = own;
    for (const [field, fault] of Object.entries(faultsOf({ ...written, subject, preHeader, html, text })))
      faults.push([`translations.${language}.${field === 'email_body_text' ? 'text' : field}`, fault]);
  }
  return Object.fromEntries(faults);
}

function faultsOf(written: WrittenContent): Record<string, string> {
  const parts: [field: string, source: string, kind: TemplateKind][] = [
    ['email_subject', written.subject, 'plain'],
    ['email_pre_header', written.preHeader, 'plain'],
    ['email_body', written.html, 'html'],
    ['email_body_text', written.text, 'plain'],
  ];
  const faults = Object.fromEntries(
    parts.flatMap(([field, source, kind]) => {
      const expanded = (): string =>
        expandSnippets(source, kind === 'html' ? snippetKindOf(written) : 'text', written.snippets ?? {});
      const fault = faultOf(() => new LiquidTemplate(expanded(), kind));
      return fault === null ? [] : [[field, fault]];
    }),
  );
  if ('email_body' in faults || written.html.trim() === '') return faults;
  // The compiler moves Liquid, so its result must parse as well.
  const fault = faultOf(() => {
    const compiled = compileContent({ ...written, tracksClicks: true });
    new LiquidTemplate(compiled.html, 'html');
    new LiquidTemplate(compiled.text, 'plain');
  });
  return fault === null || 'email_body_text' in faults ? faults : { ...faults, email_body: fault };
}

/** Returns why a template does not parse; null if it does. */
export function faultOf(parse: () => unknown): string | null {
  const work = (): null => {
    parse();
    return null;
  };
  return orOnFault<string | null>(work, ({ message }) => `does not parse: ${message}`);
}
