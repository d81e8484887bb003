import { Engine } from 'mrml';
import { faultAt, type TemplateError } from './liquid.js';
import { hideLiquid } from './hide-liquid.js';

/** Deep nesting overflows the compiler's stack, and it then fails permanently. */
const MAX_DEPTH = 100;
export const MAX_MJML_LENGTH = 500_000;

const KNOWN: ReadonlySet<string> = new Set(
  (
    'mjml mj-head mj-body mj-attributes mj-all mj-class mj-breakpoint mj-font mj-preview mj-style mj-title ' +
    'mj-accordion mj-accordion-element mj-accordion-title mj-accordion-text mj-button mj-carousel mj-carousel-image mj-column mj-divider mj-group mj-hero mj-image mj-navbar ' +
    'mj-navbar-link mj-raw mj-section mj-social mj-social-element mj-spacer mj-table mj-text mj-wrapper'
  ).split(' '),
);
const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/**
 * Compiles MJML with Liquid to HTML with the same Liquid. The compiler reads neither files nor network.
 * @param language of a document that names none.
 * @throws TemplateError with line and column.
 */
export function compileMjml(source: string, language = 'und'): string {
  if (source.length > MAX_MJML_LENGTH)
    throw faultAt(source, 0, `MJML must be at most ${MAX_MJML_LENGTH} characters long`);
  const sheltered = new ShelteredMjml(source);
  refuseBadStructure(sheltered);
  const { before, document, after } = sheltered.parts();
  const result = new Engine().toHtml(document);
  if (result.type === 'error') throw toTemplateError(result, sheltered, before.length);
  // This invalid query hides the arrows of a carousel in Yahoo only. The comma of mrml hides them everywhere.
  const content = result.content.replaceAll('@media screen, yahoo', '@media screen yahoo');
  const html = before + content.replaceAll(' lang="und"', ` lang="${language}"`) + after;
  sheltered.refuseLoss(html);
  return sheltered.restore(html);
}

interface Piece {
  /** Its offset in the source. */
  readonly at: number;
  readonly written: string;
  /** What it becomes in the result. */
  readonly restored: string;
  readonly isLiquid: boolean;
}

/**
 * Hides Liquid and special characters from the compiler, which escapes attributes like strings of its programming
 * language. They are replaced by plain words, because words are valid anywhere: in text, attributes, and styles.
 */
class ShelteredMjml {
  readonly text: string;
  private readonly pieces: Piece[] = [];
  /** Offsets in the hidden text, ascending, with their offsets in the source. */
  private readonly places: [sheltered: number, source: number][] = [[0, 0]];
  private readonly word: string;
  private readonly mark: RegExp;

  constructor(private readonly source: string) {
    const used = new Set([...source.matchAll(/liquidplace(\d+)/g)].map(([, number]) => number));
    let unused = 0;
    while (used.has(String(unused))) unused += 1;
    this.word = `liquidplace${unused}y`;
    this.mark = new RegExp(`${this.word}(\\d+)x`, 'g');
    this.text = this.shelter();
  }

  /** Splits off Liquid before and after the document, which only assigns values. */
  parts(): { readonly before: string; readonly document: string; readonly after: string } {
    const [start, end] = [this.text.indexOf('<'), this.text.lastIndexOf('>') + 1];
    const isLiquid = (part: string): boolean => new RegExp(`^(?:\\s|${this.mark.source})*$`).test(part);
    const before = start > 0 && isLiquid(this.text.slice(0, start)) ? start : 0;
    const after = end > 0 && isLiquid(this.text.slice(end)) ? end : this.text.length;
    return {
      before: this.text.slice(0, before),
      document: this.text.slice(before, after),
      after: this.text.slice(after),
    };
  }

  restore(html: string): string {
    return html.replace(this.mark, (whole, index: string) => this.pieces[Number(index)]?.restored ?? whole);
  }

  /** Refuses Liquid that the compiler dropped, such as Liquid where a number is required. */
  refuseLoss(html: string): void {
    const found = new Set([...html.matchAll(this.mark)].map(([, index]) => Number(index)));
    const lost = this.pieces.find((piece, index) => piece.isLiquid && !found.has(index));
    if (lost) throw this.fault(lost.at, `Liquid has no effect at this place: ${lost.written.slice(0, 80)}`);
  }

  faultAt(place: number, reason: string): TemplateError {
    let low = 0;
    let high = this.places.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.places[middle]?.[0] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    const [sheltered, source] = this.places[low] ?? [0, 0];
    return this.fault(source + place - sheltered, reason);
  }

  private fault(at: number, reason: string): TemplateError {
    return faultAt(this.source, at, reason);
  }

  private shelter(): string {
    const parts: string[] = [];
    let length = 0;
    let copied = 0;
    const copy = (end: number): void => {
      const part = this.source.slice(copied, end);
      parts.push(part);
      length += part.length;
      copied = end;
    };
    for (const [start, end, restored, isLiquid] of piecesOf(this.source)) {
      copy(start);
      const mark = `${this.word}${this.pieces.length}x`;
      this.pieces.push({ at: start, written: this.source.slice(start, end), restored, isLiquid });
      parts.push(mark);
      length += mark.length;
      copied = end;
      this.places.push([length, end]);
    }
    copy(this.source.length);
    return parts.join('');
  }
}

type SourcePiece = readonly [start: number, end: number, restored: string, isLiquid: boolean];

/** Returns what the compiler would damage, in the order of the source. */
function piecesOf(source: string): SourcePiece[] {
  const pieces: SourcePiece[] = [];
  const { ranges } = hideLiquid(source);
  for (const [start, end] of ranges) pieces.push([start, end, source.slice(start, end), true]);
  // As long as the source, so that offsets are the same.
  const withoutLiquid = ranges.reduce(
    (text, [start, end]) => text + source.slice(text.length, start) + 'x'.repeat(end - start),
    '',
  );
  const rest = withoutLiquid + source.slice(withoutLiquid.length);
  for (const { 0: written, index } of rest.matchAll(/(?:[^\x20-\x7e\n\r\t]|\\)+/g))
    pieces.push([index, index + written.length, written, false]);
  for (const { 0: written, index } of rest.matchAll(/=\s*'[^'<>]*'/g))
    for (const quote of written.matchAll(/"/g))
      pieces.push([index + quote.index, index + quote.index + 1, '&quot;', false]);
  return pieces.sort(([one], [other]) => one - other);
}

const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][\w:-]*)(?![\w:-])((?:"[^"]*"|'[^']*'|[^"'<>])*?)(\/?)>/g;

/** What the compiler does not notice or cannot say where it is. */
function refuseBadStructure(sheltered: ShelteredMjml): void {
  const open: { readonly name: string; readonly at: number }[] = [];
  for (const { 1: closing, 2: name, 4: selfClosing, index } of sheltered.text.matchAll(TAG)) {
    if (name === undefined) continue;
    const refusal = refusalOf(name);
    if (refusal !== null) throw sheltered.faultAt(index, refusal);
    if (closing === '/') {
      const opened = open.pop();
      if (!opened) throw sheltered.faultAt(index, `</${name}> closes nothing`);
      if (opened.name !== name)
        throw sheltered.faultAt(index, `</${name}> where <${opened.name}> has to be closed first`);
    } else if (selfClosing !== '/' && !VOID.has(name.toLowerCase())) {
      open.push({ name, at: index });
      if (open.length > MAX_DEPTH) throw sheltered.faultAt(index, `elements nest deeper than ${MAX_DEPTH} levels`);
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) throw sheltered.faultAt(unclosed.at, `<${unclosed.name}> is not closed`);
}

function refusalOf(name: string): string | null {
  if (name === 'mj-include') return 'mj-include is not available: there are no files to include';
  if (name === 'mj-html-attributes') return 'mj-html-attributes is not available';
  return /^mj-?/.test(name) && !KNOWN.has(name) ? `there is no element <${name}>` : null;
}

interface CompilerFault {
  readonly message: string;
  readonly details?: { readonly position?: { readonly start: number }; readonly source?: string };
}

function toTemplateError(result: object, sheltered: ShelteredMjml, offset: number): TemplateError {
  const { message, details } = result as CompilerFault;
  const reason = `MJML: ${message.replace(/ in root template/, '').replace(/ at position \d+:\d+$/, '')}`;
  // Some messages contain line and column, others the offset, and some neither.
  const place = /at (\d+):(\d+)/.exec(details?.source ?? '');
  if (place) {
    const { document } = sheltered.parts();
    const lines = document.split('\n').slice(0, Number(place[1]) - 1);
    const start = lines.reduce((sum, line) => sum + line.length + 1, 0);
    return sheltered.faultAt(offset + start + Number(place[2]) - 1, reason);
  }
  return sheltered.faultAt(offset + (details?.position?.start ?? 0), reason);
}
