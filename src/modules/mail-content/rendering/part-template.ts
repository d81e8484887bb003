import { escapeHtml } from '../../../platform/html/html.js';
import { delimitsComment, type FooterLook, footerLook, shownSlots, showsOneOf, type StandardFooter } from './footer.js';
import { fillLinks, splitAtPlaces } from './links.js';
import { LiquidTemplate, type RenderBudget, type TemplateKind } from './liquid.js';
import { ANYWHERE, fitted, readHtml, type ValuePlace, withHarmlessUrls } from './value-places.js';

/** A piece of a part: fixed text, or a slot that differs in every email. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** `isMarkup`: it may hold elements, as loops and conditions do. */
  | { readonly kind: 'value'; readonly place: ValuePlace; readonly isMarkup: boolean }
  | { readonly kind: 'link'; readonly position: number }
  | { readonly kind: 'footer' }
  | { readonly kind: 'traps' };

/** The slots of a part in one email. */
export interface FilledPart {
  readonly slots: readonly string[];
  /** The number of pieces in this email; fewer if the template breaks off. */
  readonly pieces: number;
  /** Whether it contains the standard footer. */
  readonly hasFooter: boolean;
}

/** Links and tracking elements that fill slots. */
export interface SlotLinks {
  /** @param target what the link leads to in this email, if that is not known at the click. */
  readonly tracked: (position: number, target?: string) => string;
  /** Null if opens are not tracked. */
  readonly pixel: string | null;
  /** An invisible link: a visitor who follows it is a bot. Null for none. */
  readonly decoy: string | null;
}

/** The slot of the standard footer. */
const FOOTER: Piece = { kind: 'footer' };
/** The slot of the tracking pixel and the decoy link. */
const TRAPS: Piece = { kind: 'traps' };

/**
 * The HTML or text of a content, split into pieces, so that fixed pieces are encoded only once. Pieces contain neither
 * carriage returns (lines end with LF) nor half surrogate pairs, so each can be encoded alone.
 */
export class PartTemplate {
  readonly pieces: readonly Piece[];
  private readonly template: LiquidTemplate;
  /** The index of the footer slot; -1 for a part without one. */
  private readonly footerSlot: number;
  private readonly footerLook: FooterLook;
  private readonly shown: readonly boolean[] | null;

  /** @throws TemplateError */
  constructor(
    source: string,
    private readonly kind: TemplateKind,
    mayHaveFooter = false,
  ) {
    this.template = new LiquidTemplate(source, kind);
    this.footerLook = footerLook(source);
    const pieces = this.template.stretches.flatMap((part): Piece[] =>
      part.kind === 'text'
        ? splitAtPlaces(part.text).map((piece) =>
            typeof piece === 'number'
              ? { kind: 'link', position: piece }
              : { kind: 'text', text: withoutLooseEnds(piece) },
          )
        : [{ kind: 'value', place: ANYWHERE, isMarkup: part.kind === 'tag' && kind === 'html' }],
    );
    const atEnd = [...(mayHaveFooter ? [FOOTER] : []), ...(kind === 'html' ? [TRAPS] : [])];
    this.pieces = kind === 'html' ? arranged(pieces, atEnd) : [...pieces, ...atEnd];
    this.footerSlot = this.pieces.filter((piece) => piece.kind !== 'text').findIndex((piece) => piece === FOOTER);
    const texts = this.pieces.map((piece) => (piece.kind === 'text' ? piece.text : null));
    this.shown = kind === 'html' ? shownSlots(texts) : null;
  }

  /**
   * @param footer inserted unless the part contains an opt-out link; null for none.
   * @throws TemplateError when the template exceeds its budget.
   */
  fill(values: object, links: SlotLinks, budget: RenderBudget, footer: StandardFooter | null = null): FilledPart {
    const filled = this.fillSlots(values, links, budget);
    if (footer === null || this.footerSlot === -1 || this.offersOptOut(filled, footer.links)) return filled;
    const slots = [...filled.slots];
    // A template that breaks off has fewer slots.
    const place = Math.min(this.footerSlot, slots.length - 1);
    slots[place] =
      (slots[place] ?? '') + withoutLooseEnds(this.kind === 'html' ? footer.html(this.footerLook) : footer.plain());
    return { ...filled, slots, hasFooter: true };
  }

  /** Looks in the slots first: opt-out links differ in every email, so they are never in fixed text. */
  private offersOptOut(filled: FilledPart, links: readonly string[]): boolean {
    const offers = (slot: string): boolean => links.some((link) => slot.includes(link));
    if (!filled.slots.some(offers)) return false;
    const { shown } = this;
    if (shown !== null && !filled.slots.some(delimitsComment))
      return filled.slots.some((slot, index) => shown[index] === true && offers(slot));
    return showsOneOf(links, this.join(filled), this.kind === 'html' ? 'html' : 'plain');
  }

  private fillSlots(values: object, links: SlotLinks, budget: RenderBudget): FilledPart {
    const { texts, breaksOff } = this.template.renderPlaces(values, budget);
    const slots: string[] = [];
    let rendered = 0;
    // The URL up to this value: adjacent values may form a URL together.
    let url = '';
    for (const [index, piece] of this.pieces.entries()) {
      if (piece.kind !== 'value') {
        url = '';
        if (piece.kind === 'link') slots.push(this.link(links, piece.position));
        else if (piece.kind === 'traps') slots.push(trackingTags(links));
        else if (piece.kind === 'footer') slots.push('');
        continue;
      }
      const text = withoutLooseEnds(fillLinks(texts[rendered] ?? '', (position) => this.link(links, position)));
      rendered += 1;
      let value = piece.isMarkup ? withHarmlessUrls(text) : text;
      value = fitted(value, piece.place, url, piece.isMarkup);
      url += value;
      const isEnd = breaksOff && rendered === texts.length;
      if (isEnd && this.pieces.indexOf(TRAPS) > index) value += trackingTags(links);
      slots.push(value);
      if (isEnd) return { slots, pieces: index + 1, hasFooter: false };
    }
    return { slots, pieces: this.pieces.length, hasFooter: false };
  }

  private link(links: SlotLinks, position: number): string {
    const url = links.tracked(position);
    return this.kind === 'html' ? escapeHtml(url) : url;
  }

  join({ slots, pieces }: Pick<FilledPart, 'slots' | 'pieces'>): string {
    let slot = 0;
    let whole = '';
    for (const piece of this.pieces.slice(0, pieces))
      whole += piece.kind === 'text' ? piece.text : (slots[slot++] ?? '');
    return whole;
  }
}

/** Assigns each value its place, and inserts footer, pixel, and decoy before `</body>`, or at the end. */
function arranged(pieces: readonly Piece[], atEnd: readonly Piece[]): Piece[] {
  const sources = pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'link' ? 'link' : null));
  const { places, bodyEnd } = readHtml(sources);
  const placed = pieces.map((piece, index) =>
    piece.kind === 'value' ? { ...piece, place: places.get(index) ?? ANYWHERE } : piece,
  );
  if (bodyEnd === null) return [...placed, ...atEnd];
  const text = sources[bodyEnd.piece] ?? '';
  const halves = [text.slice(0, bodyEnd.at), text.slice(bodyEnd.at)].map((half): Piece => ({
    kind: 'text',
    text: half,
  }));
  return placed.toSpliced(bodyEnd.piece, 1, ...halves.toSpliced(1, 0, ...atEnd));
}

/**
 * The decoy is empty, so that nothing shows if styles are dropped; it is hidden from screen readers and the tab key.
 * `display` is repeated: Outlook skips declarations with `!important`, and without it the author's rule for links could
 * win.
 */
const DECOY = 'aria-hidden="true" tabindex="-1" style="display:none;display:none!important;mso-hide:all"';

function trackingTags({ pixel, decoy }: SlotLinks): string {
  const tags: string[] = [];
  if (decoy !== null) tags.push(`<a href="${decoy}" ${DECOY}></a>`);
  if (pixel !== null) tags.push(`<img src="${pixel}" width="1" height="1" alt="" style="display:block;border:0">`);
  return tags.join('');
}

/** Normalizes line ends to LF and replaces half surrogate pairs, which Liquid can produce. */
function withoutLooseEnds(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return LONE_SURROGATE.test(lines) ? lines.replace(/\p{Cs}/gu, '\ufffd') : lines;
}

const LONE_SURROGATE = /\p{Cs}/u;
