/** Text that is HTML already. `html` makes it, so that whatever is one has been escaped; by hand only from constants. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type HtmlContent = string | number | Html | null | readonly HtmlContent[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(content: HtmlContent): string {
  if (content === null) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(render).join('');
  return String(content).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/**
 * A template that escapes every value, for text and for quoted attributes alike. Parts made by `html` stay as they are,
 * lists are joined, null is nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)));
}
