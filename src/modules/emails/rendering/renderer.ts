import { fillLinks } from './links.js';
import { LiquidTemplate } from './liquid.js';
import { headerText, type MergeValues, type OwnLinks } from './merge-values.js';
import type { CompiledContent } from './compile-content.js';

export interface RenderedEmail {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
  readonly text: string;
}

/** How one recipient's links read. */
export interface RecipientLinks {
  readonly own: OwnLinks;
  tracked(position: number): string;
  /** Null when opens are not counted. */
  readonly pixel: string | null;
}

/**
 * One content, parsed and ready for any number of recipients. Campaigns, tests, previews and the view in the browser
 * all come through here, so what somebody previews is what is sent.
 */
export class Renderer {
  private readonly subject: LiquidTemplate;
  private readonly preHeader: LiquidTemplate;
  private readonly html: LiquidTemplate;
  private readonly text: LiquidTemplate;

  constructor(content: Pick<CompiledContent, 'subject' | 'preHeader' | 'html' | 'text'>) {
    this.subject = new LiquidTemplate(content.subject, 'plain');
    this.preHeader = new LiquidTemplate(content.preHeader, 'plain');
    this.html = new LiquidTemplate(content.html, 'html');
    this.text = new LiquidTemplate(content.text, 'plain');
  }

  render(values: MergeValues, links: RecipientLinks): RenderedEmail {
    const all = { ...values, ...links.own };
    const preHeader = headerText(this.preHeader.render(all));
    const html = this.html.render({ ...all, carillon_pre_header: preHeader });
    return {
      subject: headerText(this.subject.render(all)),
      preHeader,
      html: withPixel(
        fillLinks(html, (position) => links.tracked(position)),
        links.pixel,
      ),
      text: fillLinks(this.text.render(all), (position) => links.tracked(position)),
    };
  }
}

function withPixel(html: string, url: string | null): string {
  if (url === null) return html;
  const pixel = `<img src="${url}" width="1" height="1" alt="" style="display:block;border:0">`;
  // Not in a lower-cased copy: some letters grow by that, and the place would be another.
  const end = [...html.matchAll(/<\/body\s*>/gi)].at(-1)?.index;
  return end === undefined ? html + pixel : html.slice(0, end) + pixel + html.slice(end);
}
