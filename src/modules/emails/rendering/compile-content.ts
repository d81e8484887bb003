import { convert } from 'html-to-text';
import { LiquidTemplate, TemplateError, type TemplateKind } from './liquid.js';
import { shelterLiquid } from './liquid-shelter.js';
import { trackLinks } from './links.js';

/** What somebody wrote. */
export interface WrittenContent {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
  /** Made from the HTML when empty. */
  readonly text: string;
  readonly design: 'simple' | 'plain' | 'raw_html';
  readonly tracksClicks: boolean;
}

/** The same, ready to be frozen: framed, with places for links, with a text part. */
export interface CompiledContent {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
  readonly text: string;
  readonly urls: readonly string[];
}

/** Done once when a sending begins. What costs per mail is only the filling in of values. */
export function compileContent(written: WrittenContent): CompiledContent {
  const framed = frame(written);
  const { html, urls } = written.tracksClicks ? trackLinks(framed) : { html: framed, urls: [] };
  return {
    subject: written.subject,
    preHeader: written.preHeader,
    html,
    text: written.text.trim() === '' ? textOf(html) : written.text,
    urls,
  };
}

/**
 * The parts of a content that do not parse, by field name.
 * @returns the empty object when everything is fine.
 */
export function templateFaults(
  written: Pick<WrittenContent, 'subject' | 'preHeader' | 'html' | 'text'>,
): Record<string, string> {
  const parts: [field: string, source: string, kind: TemplateKind][] = [
    ['email_subject', written.subject, 'plain'],
    ['email_pre_header', written.preHeader, 'plain'],
    ['email_body', written.html, 'html'],
    ['email_body_text', written.text, 'plain'],
  ];
  return Object.fromEntries(
    parts.flatMap(([field, source, kind]) => {
      try {
        new LiquidTemplate(source, kind);
        return [];
      } catch (error) {
        if (error instanceof TemplateError) return [[field, `does not parse: ${error.message}`]];
        throw error;
      }
    }),
  );
}

/**
 * The text part of an HTML template. Liquid is kept out of the conversion, which wraps lines
 * and decodes entities: a template does not survive that.
 */
function textOf(html: string): string {
  const { text, restore } = shelterLiquid(html);
  return restore(toText(text));
}

function toText(html: string): string {
  return convert(html, {
    wordwrap: 78,
    selectors: [
      // Capitals are shouting, and they would spell a merged name differently from the words around it.
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      { selector: '[data-carillon-hidden]', format: 'skip' },
    ],
  });
}

const STYLE = `body{margin:0;background:#f4f4f6;color:#1f2328}
.card{max-width:600px;margin:0 auto;padding:32px 24px;background:#fff;font:16px/1.6 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
a{color:#0b5cad}img{max-width:100%;height:auto}`;

/** `simple` puts a fragment into a readable page; `plain` adds only the skeleton; `raw_html` is sent as written. */
function frame({ html, preHeader, design }: WrittenContent): string {
  const preview =
    preHeader === ''
      ? ''
      : `<div data-carillon-hidden style="display:none;max-height:0;overflow:hidden">${PRE_HEADER_PLACE}</div>`;
  if (design === 'raw_html' || /<html[\s>]/i.test(html))
    return preview === '' ? html : insertAfterBodyTag(html, preview);
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`;
  if (design === 'plain') return `<!doctype html><html><head>${head}</head><body>${preview}${html}</body></html>`;
  return `<!doctype html><html><head>${head}<style>${STYLE}</style></head><body>${preview}<div class="card">${html}</div></body></html>`;
}

/** A Liquid value of ours, so that the pre-header is merged once and escaped like everything else. */
export const PRE_HEADER_PLACE = '{{ carillon_pre_header }}';

function insertAfterBodyTag(html: string, insertion: string): string {
  const body = /<body[^>]*>/i.exec(html);
  if (!body) return insertion + html;
  const end = body.index + body[0].length;
  return html.slice(0, end) + insertion + html.slice(end);
}
