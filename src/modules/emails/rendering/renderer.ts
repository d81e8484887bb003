import type { CompiledContent } from './compile-content.js';
import { LiquidTemplate, newRenderBudget } from './liquid.js';
import { headerText, type MergeValues, type OwnLinks } from './merge-values.js';
import { type FilledPart, PartTemplate, type SlotLinks } from './part-template.js';

export interface RenderedEmail {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: string;
  readonly text: string;
}

/** One recipient's mail with its parts still in pieces. */
export interface FilledEmail {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: FilledPart;
  readonly text: FilledPart;
}

/** How one recipient's links read. */
export interface RecipientLinks extends SlotLinks {
  readonly own: OwnLinks;
}

/**
 * One content, parsed and ready for any number of recipients. Campaigns, tests, previews and the view in the browser
 * all come through here, so what somebody previews is what is sent.
 */
export class Renderer {
  readonly html: PartTemplate;
  readonly text: PartTemplate;
  private readonly subject: LiquidTemplate;
  private readonly preHeader: LiquidTemplate;

  /** @throws TemplateError */
  constructor(content: Pick<CompiledContent, 'subject' | 'preHeader' | 'html' | 'text'>) {
    this.subject = new LiquidTemplate(content.subject, 'plain');
    this.preHeader = new LiquidTemplate(content.preHeader, 'plain');
    this.html = new PartTemplate(content.html, 'html');
    this.text = new PartTemplate(content.text, 'plain');
  }

  /** @throws TemplateError when this recipient's values make the mail too expensive. */
  fill(values: MergeValues, links: RecipientLinks): FilledEmail {
    const all = { ...values, ...links.own };
    const budget = newRenderBudget();
    const preHeader = headerText(this.preHeader.render(all, budget));
    return {
      subject: headerText(this.subject.render(all, budget)),
      preHeader,
      html: this.html.fill({ ...all, carillon_pre_header: preHeader }, links, budget),
      text: this.text.fill(all, links, budget),
    };
  }

  /** @throws TemplateError when this recipient's values make the mail too expensive. */
  render(values: MergeValues, links: RecipientLinks): RenderedEmail {
    const { html, text, ...headers } = this.fill(values, links);
    return { ...headers, html: this.html.join(html), text: this.text.join(text) };
  }
}
