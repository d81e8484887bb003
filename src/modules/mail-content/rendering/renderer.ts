import type { Language } from '../../../languages/languages.js';
import type { CompiledContent } from './compile-content.js';
import { standardFooter } from './footer.js';
import { LiquidTemplate, newRenderBudget, TRACKED } from './liquid.js';
import { headerText } from '../../../platform/mime/mail-headers.js';
import type { MergeValues, OwnLinks } from './merge-values.js';
import { type FilledPart, PartTemplate, type SlotLinks } from './part-template.js';

export interface RenderedEmail extends Pick<FilledEmail, 'subject' | 'preHeader'> {
  readonly html: string;
  readonly text: string;
  /** Whether each part contains the standard footer. */
  readonly footers: { readonly html: boolean; readonly text: boolean };
}

export interface FilledEmail {
  readonly subject: string;
  readonly preHeader: string;
  readonly html: FilledPart;
  readonly text: FilledPart;
}

export interface RecipientLinks extends SlotLinks {
  readonly own: OwnLinks;
}

/** Renders one parsed content for any number of recipients; previews use it, too, so they are what is sent. */
export class Renderer {
  readonly html: PartTemplate;
  readonly text: PartTemplate;
  private readonly subject: LiquidTemplate;
  private readonly preHeader: LiquidTemplate;
  private readonly footerLanguage: Language | null;
  private readonly timezone: string | null;

  /** @throws TemplateError */
  constructor(
    content: Pick<CompiledContent, 'subject' | 'preHeader' | 'html' | 'text'> &
      Partial<Pick<CompiledContent, 'footerLanguage' | 'timezone'>>,
  ) {
    this.footerLanguage = content.footerLanguage ?? null;
    this.timezone = content.timezone ?? null;
    const mayHaveFooter = this.footerLanguage !== null;
    this.subject = new LiquidTemplate(content.subject, 'plain');
    this.preHeader = new LiquidTemplate(content.preHeader, 'plain');
    this.html = new PartTemplate(content.html, 'html', mayHaveFooter);
    this.text = new PartTemplate(content.text, 'plain', mayHaveFooter);
  }

  /** @throws TemplateError when this recipient's values exceed the budget. */
  fill(values: MergeValues, links: RecipientLinks): FilledEmail {
    const all = { ...this.localized(values), ...links.own, [TRACKED]: links.tracked };
    const budget = newRenderBudget();
    const footer = this.footerLanguage && standardFooter(values, links.own, this.footerLanguage);
    const preHeader = headerText(this.preHeader.render(all, budget));
    const subject = headerText(this.subject.render(all, budget));
    const framed = { ...all, carillon_pre_header: preHeader, carillon_subject: subject };
    return {
      subject,
      preHeader,
      html: this.html.fill(framed, links, budget, footer),
      text: this.text.fill(all, links, budget, footer),
    };
  }

  /** Returns the values with the time zone of the content. */
  localized(values: MergeValues): MergeValues {
    return this.timezone === null ? values : { ...values, timezone: this.timezone };
  }

  /** @throws TemplateError when this recipient's values exceed the budget. */
  render(values: MergeValues, links: RecipientLinks): RenderedEmail {
    const { html, text, ...headers } = this.fill(values, links);
    const footers = { html: html.hasFooter, text: text.hasFooter };
    return { ...headers, html: this.html.join(html), text: this.text.join(text), footers };
  }
}
