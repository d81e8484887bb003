import { showsOneOf, type StandardFooter } from './footer.js';
import { fillLinks, splitAtPlaces } from './links.js';
import { LiquidTemplate, type RenderBudget, type TemplateKind } from './liquid.js';
import { ANYWHERE, fitted, HtmlPlaces, type ValuePlace, withHarmlessUrls } from './value-places.js';

/** A stretch of a part: fixed text, or a slot that reads differently in every mail. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** `isMarkup`: it may hold elements, as loops and conditions do. */
  | { readonly kind: 'value'; readonly place: ValuePlace; readonly isMarkup: boolean }
  | { readonly kind: 'link'; readonly position: number }
  | { readonly kind: 'footer' }
  | { readonly kind: 'traps' };

/** What the slots of a part read in one mail. */
export interface FilledPart {
  /** One for each piece that is no text, in their order. */
  readonly slots: readonly string[];
  /** So many pieces the part has in this mail; not all of them when its template breaks off. */
  readonly pieces: number;
  /** Whether it has the standard footer. */
  readonly hasFooter: boolean;
}

/** What goes into the slots besides the values. */
export interface SlotLinks {
  tracked(position: number): string;
  /** Null when opens are not counted. */
  readonly pixel: string | null;
  /** A link that nobody can see, so whoever follows it is a machine; null where none is wanted. */
  readonly decoy: string | null;
}

/** Where the standard footer stands, in the emails that need it. */
const FOOTER: Piece = { kind: 'footer' };
/** Where the pixel and the decoy stand. */
const TRAPS: Piece = { kind: 'traps' };

/**
 * The HTML or the text of a content, taken to pieces: whoever encodes it has to encode the fixed pieces only once. The
 * pieces hold neither carriage returns (a line ends with LF) nor halves of characters, so each can be encoded by itself.
 */
export class PartTemplate {
  readonly pieces: readonly Piece[];
  private readonly template: LiquidTemplate;
  /** Which of the slots is for the footer; -1 for a part that never has one. */
  private readonly footerSlot: number;

  /** @throws TemplateError */
  constructor(
    source: string,
    private readonly kind: TemplateKind,
    mayHaveFooter = false,
  ) {
    this.template = new LiquidTemplate(source, kind);
    const pieces = this.template.stretches.flatMap((stretch): Piece[] =>
      stretch.kind === 'text'
        ? splitAtPlaces(stretch.text).map((piece) =>
            typeof piece === 'number'
              ? { kind: 'link', position: piece }
              : { kind: 'text', text: withoutLooseEnds(piece) },
          )
        : [{ kind: 'value', place: ANYWHERE, isMarkup: stretch.kind === 'tag' && kind === 'html' }],
    );
    const atEnd = [...(mayHaveFooter ? [FOOTER] : []), ...(kind === 'html' ? [TRAPS] : [])];
    this.pieces = kind === 'html' ? withAtEnd(inTheirPlaces(pieces), atEnd) : [...pieces, ...atEnd];
    this.footerSlot = this.pieces.filter((piece) => piece.kind !== 'text').findIndex((piece) => piece === FOOTER);
  }

  /**
   * @param footer what it gets unless it shows an opt-out link by itself; null for none.
   * @throws TemplateError when the template costs more than it may.
   */
  fill(values: object, links: SlotLinks, budget: RenderBudget, footer: StandardFooter | null = null): FilledPart {
    const filled = this.fillSlots(values, links, budget);
    if (footer === null || this.footerSlot === -1 || this.offersOptOut(filled, footer.links)) return filled;
    const slots = [...filled.slots];
    // A template that breaks off has fewer slots than places.
    const place = Math.min(this.footerSlot, slots.length - 1);
    slots[place] = (slots[place] ?? '') + withoutLooseEnds(this.kind === 'html' ? footer.html() : footer.plain());
    return { ...filled, slots, hasFooter: true };
  }

  /** Only slots can hold what is different in every email, so most parts without a link are known by them. */
  private offersOptOut(filled: FilledPart, links: readonly string[]): boolean {
    if (!filled.slots.some((slot) => links.some((link) => slot.includes(link)))) return false;
    return showsOneOf(links, this.join(filled), this.kind === 'html' ? 'html' : 'plain');
  }

  private fillSlots(values: object, links: SlotLinks, budget: RenderBudget): FilledPart {
    const { texts, breaksOff } = this.template.renderPlaces(values, budget);
    const slots: string[] = [];
    let rendered = 0;
    // What the values right before this one make of a target: values can stand side by side, and make one only together.
    let url = '';
    for (const [index, piece] of this.pieces.entries()) {
      if (piece.kind !== 'value') {
        url = '';
        if (piece.kind === 'link') slots.push(links.tracked(piece.position));
        else if (piece.kind === 'traps') slots.push(trapTags(links));
        else if (piece.kind === 'footer') slots.push('');
        continue;
      }
      const text = withoutLooseEnds(fillLinks(texts[rendered] ?? '', (position) => links.tracked(position)));
      rendered += 1;
      let value = piece.isMarkup ? withHarmlessUrls(text) : text;
      value = fitted(value, piece.place, url, piece.isMarkup);
      url += value;
      const isEnd = breaksOff && rendered === texts.length;
      if (isEnd && this.pieces.indexOf(TRAPS) > index) value += trapTags(links);
      slots.push(value);
      if (isEnd) return { slots, pieces: index + 1, hasFooter: false };
    }
    return { slots, pieces: this.pieces.length, hasFooter: false };
  }

  join({ slots, pieces }: Pick<FilledPart, 'slots' | 'pieces'>): string {
    let slot = 0;
    let whole = '';
    for (const piece of this.pieces.slice(0, pieces))
      whole += piece.kind === 'text' ? piece.text : (slots[slot++] ?? '');
    return whole;
  }
}

/** Each value told where in the HTML it stands. */
function inTheirPlaces(pieces: readonly Piece[]): Piece[] {
  const places = new HtmlPlaces();
  return pieces.map((piece, index) => {
    if (piece.kind !== 'value') {
      places.passText(piece.kind === 'text' ? piece.text : 'link');
      return piece;
    }
    const next = pieces[index + 1];
    return { ...piece, place: places.passValue(next?.kind === 'text' ? next.text : '') };
  });
}

/** Footer, pixel and decoy stand before the end of the body where the author wrote one, else at the end of everything. */
function withAtEnd(pieces: readonly Piece[], atEnd: readonly Piece[]): Piece[] {
  for (const [index, piece] of [...pieces.entries()].reverse()) {
    if (piece.kind !== 'text') continue;
    // Not in a lower-cased copy: some letters grow by that, and the place would be another.
    const end = [...piece.text.matchAll(/<\/body\s*>/gi)].at(-1)?.index;
    if (end === undefined) continue;
    const halves = [piece.text.slice(0, end), piece.text.slice(end)].map((text): Piece => ({ kind: 'text', text }));
    return [...pieces.slice(0, index), ...halves.slice(0, 1), ...atEnd, ...halves.slice(1), ...pieces.slice(index + 1)];
  }
  return [...pieces, ...atEnd];
}

/**
 * The decoy is empty, so that nothing shows even where styles are dropped; it is hidden from screen readers and from the
 * tab key. `display` stands there twice: Outlook skips a declaration with `!important`, and without it an author's own
 * rule for links would win elsewhere.
 */
const DECOY = 'aria-hidden="true" tabindex="-1" style="display:none;display:none!important;mso-hide:all"';

function trapTags({ pixel, decoy }: SlotLinks): string {
  const tags: string[] = [];
  if (decoy !== null) tags.push(`<a href="${decoy}" ${DECOY}></a>`);
  if (pixel !== null) tags.push(`<img src="${pixel}" width="1" height="1" alt="" style="display:block;border:0">`);
  return tags.join('');
}

/** Lines end with LF, and half a character (Liquid can cut one in two) becomes the character for what is unreadable. */
function withoutLooseEnds(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return LONE_SURROGATE.test(lines) ? lines.replace(/\p{Cs}/gu, '\ufffd') : lines;
}

const LONE_SURROGATE = /\p{Cs}/u;
