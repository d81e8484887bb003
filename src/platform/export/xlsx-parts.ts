import { escapeFormula } from './formula-guard.js';
import { type Cell, type Row, textOf } from './table.js';

/** Programs reject files with longer texts as damaged. */
const MAX_CHARACTERS = 32_767;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const sheetStart = (): string => `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>`;
export const sheetEnd = (): string => '</sheetData></worksheet>';

/** Writes the rows of one sheet. */
export class SheetRows {
  private readonly letters: readonly string[];
  private written = 0;

  constructor(columns: number) {
    this.letters = Array.from({ length: columns }, (_, index) => columnName(index));
  }

  row(row: Row): string {
    this.written += 1;
    let cells = '';
    for (const [index, cell] of row.entries())
      if (cell !== null && cell !== '') cells += cellXml(cell, `${this.letters[index] ?? ''}${this.written}`);
    return `<row r="${this.written}">${cells}</row>`;
  }
}

export const PACKAGE_RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function workbook(sheets: readonly string[]): string {
  const entries = sheets.map(
    (title, index) => `<sheet name="${escaped(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets></workbook>`;
}

export function workbookRelations(sheets: number): string {
  const entries = numbers(sheets).map(
    (id) => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}

export function contentTypes(sheets: number): string {
  const entries = numbers(sheets).map(
    (id) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${entries.join('')}</Types>`;
}

function cellXml(cell: Exclude<Cell, null>, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const text = escaped(shortened(escapeFormula(textOf(cell))));
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Truncates between characters. */
function shortened(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
}

// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]|_x[0-9a-f]{4}_/i;
const SPECIALS =
  // oxlint-disable-next-line no-control-regex
  /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]|_(?=x[0-9a-f]{4}_)/gi;
const WRITTEN: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped, it would be read as a line feed.
  '\r': '&#13;',
  // Spreadsheets read `_x000D_` as that character.
  _: '_x005F_',
};

/** Characters not allowed in XML 1.0 become the replacement character. */
function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(SPECIALS, (found) => (isPair(found) ? found : (WRITTEN[found] ?? '\ufffd')));
}

/** A surrogate pair. */
const isPair = (text: string): boolean => text.length === 2;

/** A, B … Z, AA, AB … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
