import type { FilledPart, PartTemplate, Piece } from '../rendering/part-template.js';
import { encodeBase64Lines } from '../../../platform/mime/base64-lines.js';
import { encodeQuotedPrintable, SOFT_BREAK } from '../../../platform/mime/quoted-printable.js';

const LF = 0x0a;

/** The body of one part of a mail: fixed pieces are encoded once, slots for each mail. */
export interface TextPart {
  readonly transferEncoding: 'quoted-printable' | 'base64';
  /** In pieces that only have to be written one behind the other. */
  encode(filled: FilledPart): readonly Buffer[];
}

/** Whichever encoding makes the fixed text shorter: quoted-printable, unless most of it is not ASCII. */
export function textPart({ pieces }: PartTemplate): TextPart {
  const texts = pieces.map((piece) => (piece.kind === 'text' ? piece.text : ''));
  const quoted = new QuotedPrintablePart(pieces);
  const asBase64 = (Buffer.byteLength(texts.join('').replace(/\n/g, '\r\n')) * 4) / 3;
  return quoted.fixedLength > asBase64 * (78 / 76) ? new Base64Part(pieces) : quoted;
}

/** The bytes of each fixed piece; null for slots. */
type FixedPieces = readonly (Buffer | null)[];

/**
 * A slot stands between soft line breaks, so that it begins on a line of its own and so does what follows. Then nothing
 * fixed depends on what is in the slots.
 */
class QuotedPrintablePart implements TextPart {
  readonly transferEncoding = 'quoted-printable';
  readonly fixedLength: number;
  private readonly fixed: FixedPieces;

  constructor(pieces: readonly Piece[]) {
    this.fixed = pieces.map((piece, index) => {
      if (piece.kind !== 'text') return null;
      const encoded = encodeQuotedPrintable(piece.text);
      return index === 0 ? Buffer.from(encoded) : Buffer.concat([SOFT_BREAK, encoded]);
    });
    this.fixedLength = this.fixed.reduce((length, bytes) => length + (bytes?.length ?? 0), 0);
  }

  encode({ slots, pieces }: FilledPart): Buffer[] {
    const chunks: Buffer[] = [];
    let slot = 0;
    for (let index = 0; index < pieces; index += 1) {
      const fixed = this.fixed[index];
      // A line that has just ended needs no soft line break, nor does the very first.
      const begun = chunks.at(-1);
      const onNewLine = begun === undefined || begun[begun.length - 1] === LF;
      if (fixed) {
        chunks.push(onNewLine && index > 0 ? fixed.subarray(SOFT_BREAK.length) : fixed);
        continue;
      }
      const value = slots[slot] ?? '';
      slot += 1;
      if (value === '') continue;
      if (!onNewLine) chunks.push(SOFT_BREAK);
      chunks.push(encodeQuotedPrintable(value));
    }
    return chunks;
  }
}

/** Every byte moves what is behind it, so there is nothing to encode beforehand but the characters. */
class Base64Part implements TextPart {
  readonly transferEncoding = 'base64';
  private readonly fixed: FixedPieces;

  constructor(pieces: readonly Piece[]) {
    this.fixed = pieces.map((piece) => (piece.kind === 'text' ? withCrlf(piece.text) : null));
  }

  encode({ slots, pieces }: FilledPart): Buffer[] {
    let slot = 0;
    const chunks = this.fixed.slice(0, pieces).map((fixed) => fixed ?? withCrlf(slots[slot++] ?? ''));
    return [encodeBase64Lines(Buffer.concat(chunks))];
  }
}

const withCrlf = (text: string): Buffer => Buffer.from(text.replace(/\n/g, '\r\n'), 'utf8');
