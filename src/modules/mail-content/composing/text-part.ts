import type { FilledPart, PartTemplate, Piece } from '../rendering/part-template.js';
import { encodeBase64Lines } from '../../../platform/mime/attachment-part.js';
import { encodeQuotedPrintable, SOFT_BREAK } from '../../../platform/mime/quoted-printable.js';

const LF = 0x0a;

/** The encoded body of one part: fixed pieces are encoded once, slots for each email. */
export interface TextPart {
  readonly transferEncoding: 'quoted-printable' | 'base64';
  /** Returns chunks to be concatenated. */
  encode(filled: FilledPart): readonly Buffer[];
}

/** Chooses the encoding by the fixed text: quoted-printable, unless most of it is not ASCII. */
export function textPart({ pieces }: PartTemplate): TextPart {
  const texts = pieces.map((piece) => (piece.kind === 'text' ? piece.text : ''));
  const quoted = new QuotedPrintablePart(pieces);
  const asBase64 = (Buffer.byteLength(texts.join('').replace(/\n/g, '\r\n')) * 4) / 3;
  return quoted.fixedLength > asBase64 * (78 / 76) ? new Base64Part(pieces) : quoted;
}

/** The bytes of each fixed piece; null for slots. */
type FixedPieces = readonly (Buffer | null)[];

/**
 * Puts a slot between soft line breaks, so that it and the following text start on a new line. So fixed pieces do not
 * depend on the slots.
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
      // No soft line break is needed at the very beginning or after a line end.
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

/** Every byte shifts what follows, so only the characters are encoded in advance. */
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
