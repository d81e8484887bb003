import { unescapeFormula } from '../../platform/export/formula-guard.js';
import { countryCode } from '../../platform/countries/countries.js';
import { normalizedEmail } from '../../platform/text/email-address.js';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import type { BulkRow } from '../contacts/bulk-writes/bulk-write.js';
import type { ImportPlan } from './import-plan.js';
import type { LabelDirectory } from './label-directory.js';
import { UnreadableRow } from './reading/csv-reader.js';
import type { ImportCell, ImportRecord } from './reading/record-source.js';
import { splitNames } from './split-names.js';

/** A row of the file, ready to be written. */
export interface ReadRow {
  /** Null if the row is unreadable. */
  readonly contact: BulkRow | null;
  /** Errors that only the file shows. If there are any, the contact must be refused. */
  readonly reasons: Readonly<Record<string, string>> | null;
  /** Null if unreadable. */
  readonly email: string | null;
  /** What was left out, as texts for the manager. */
  readonly warnings?: readonly string[];
  /** The cells stored if the row is refused. */
  readonly cells: readonly ImportCell[];
}

/** A column to read. */
interface Column {
  readonly at: number;
  readonly target: string;
  /** The name in error messages. */
  readonly name: string;
  readonly kind: 'field' | 'word' | 'label' | 'custom' | 'consent';
  /** The name within `custom_values` or `consent`. */
  readonly member: string;
  /** The options of a checkbox field. */
  readonly options: readonly string[] | null;
}

const LABEL_TARGETS = ['tags', 'lists'] as const;
export type LabelTarget = (typeof LABEL_TARGETS)[number];

/** Null if no column holds labels of this kind. */
export type LabelDirectories = Readonly<Record<LabelTarget, LabelDirectory | null>>;

/** No field is longer, and counting the characters of huge cells is slow. */
const MAX_CELL_LENGTH = 100_000;
/** Longer rows are stored with shortened cells. */
const MAX_STORED_LENGTH = 64 * 1024;
const MAX_STORED_CELL_LENGTH = 1_000;
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000\ufffd]/;
/** Invalid for any field, so that the contact is refused. */
const WRONG = {};
const APOSTROPHE = 0x27;
const UNREADABLE_COUNTRY = 'country was left out: it is neither the code nor the name of a country';
/** Compared without case. */
const WORDS: ReadonlySet<string> = new Set(['status', 'contact_type']);

/** Converts rows of a file to contacts. */
export class RowReader {
  private readonly columns: readonly Column[];
  private readonly labelColumns: readonly Column[];
  private readonly place: number;
  private readonly width: number;
  private readonly damaged: boolean;
  private readonly guarded: boolean;

  constructor(
    private readonly plan: ImportPlan,
    private readonly directories: LabelDirectories,
    fields: readonly CustomField[],
  ) {
    this.columns = plan.columns.flatMap((target, at) => (target === null ? [] : [columnOf(at, target, fields)]));
    this.labelColumns = this.columns.filter(({ kind }) => kind === 'label');
    this.place = plan.columns.indexOf('email');
    this.width = plan.headers.length;
    this.damaged = plan.file.damaged;
    // The apostrophe that guards against formulas is only removed from CSV.
    this.guarded = plan.file.format === 'csv';
  }

  /** Returns the cells of label columns. */
  labelCellsOf(record: ImportRecord): (readonly [LabelTarget, ImportCell])[] {
    if (record instanceof UnreadableRow) return [];
    return this.labelColumns.flatMap(({ at, target }): [LabelTarget, ImportCell][] => {
      const cell = this.cellAt(record, at);
      return cell === null ? [] : [[target as LabelTarget, cell]];
    });
  }

  read(record: ImportRecord): ReadRow {
    if (record instanceof UnreadableRow)
      return { contact: null, reasons: { row: record.reason }, email: null, cells: [record.text] };
    const cells = kept(record);
    const email = this.emailIn(record);
    if (record.length > this.width && record.slice(this.width).some((cell) => cell.length > 0)) {
      const reasons = { row: `has ${record.length} cells, the header has ${this.width}` };
      return { contact: null, reasons, email, cells };
    }
    const contact: Record<string, unknown> = {};
    let reasons: Record<string, string> | null = null;
    const warnings: string[] = [];
    for (const column of this.columns) {
      const cell = this.cellAt(record, column.at);
      if (cell === null) continue;
      const fault = this.faultOf(cell) ?? this.add(contact, column, cell, warnings);
      if (fault !== null) (reasons ??= {})[column.name] = fault;
    }
    for (const target of LABEL_TARGETS) addIds(contact, target, this.plan[target]);
    this.addConsent(contact);
    // An invalid status makes the contact validation reject the row, too.
    if (reasons !== null) contact['status'] = WRONG;
    return { contact, reasons, email, cells, ...(warnings.length === 0 ? {} : { warnings }) };
  }

  /** Adds what the cell says to the contact. @returns what is wrong with it. */
  private add(contact: Record<string, unknown>, column: Column, cell: ImportCell, warnings: string[]): string | null {
    if (column.kind === 'label') return this.addLabels(contact, column.target, cell);
    if (isUnreadableCountry(column, cell)) warnings.push(UNREADABLE_COUNTRY);
    else put(contact, column, valueOf(column, cell));
    return null;
  }

  /** @returns what is wrong. */
  private addLabels(contact: Record<string, unknown>, target: string, cell: ImportCell): string | null {
    const labels = this.directories[target as LabelTarget]?.read(cell);
    if (!labels) return 'cannot be looked up';
    if ('fault' in labels) return labels.fault;
    addIds(contact, target, labels.ids);
    return null;
  }

  /** Consent values of the row override those of the import. */
  private addConsent(contact: Record<string, unknown>): void {
    const { consent } = this.plan;
    if (contact['consent'] === undefined || consent === null) return;
    const common = { ip: consent.ip, text_version: consent.textVersion, proof: consent.proof };
    contact['consent'] = { ...common, ...(contact['consent'] as Record<string, unknown>) };
  }

  /** @returns null for an empty cell. */
  private cellAt(record: readonly ImportCell[], at: number): ImportCell | null {
    const cell = record[at];
    if (cell === undefined || cell.length === 0) return null;
    if (typeof cell !== 'string') return cell;
    if (cell.charCodeAt(0) <= 0x20 || cell.charCodeAt(0) >= 0x80) if (cell.trim() === '') return null;
    return this.guarded && cell.charCodeAt(0) === APOSTROPHE ? unescapeFormula(cell) : cell;
  }

  private faultOf(cell: ImportCell): string | null {
    if (cell.length > MAX_CELL_LENGTH) return `is longer than ${MAX_CELL_LENGTH} characters`;
    if (!this.damaged) return null;
    return UNREADABLE.test(typeof cell === 'string' ? cell : cell.join())
      ? 'contains characters that are invalid in the encoding of the file'
      : null;
  }

  private emailIn(record: readonly ImportCell[]): string | null {
    const cell = this.cellAt(record, this.place);
    return typeof cell === 'string' ? cell : null;
  }
}

/** Text between blanks, quotes, brackets, and delimiters. */
const WORD = /[^\s,;|"'<>()[\]]+/gu;

/**
 * Returns the normalized address to find a row without a contact by. For an unreadable row it is the first text that looks like
 * an address, so that the row is found when the person is erased. Null if there is none.
 */
export function addressOf({ email, cells }: ReadRow): string | null {
  const own = email === null ? null : normalizedEmail(email);
  if (own !== null) return own;
  for (const cell of email === null ? cells : [email, ...cells]) {
    const text = typeof cell === 'string' ? cell : cell.join(' ');
    const found = text.includes('@') ? text.match(WORD)?.find((word) => /.@./s.test(word)) : undefined;
    const address = found === undefined ? null : normalizedEmail(found);
    if (address !== null) return address;
  }
  return null;
}

function columnOf(at: number, target: string, fields: readonly CustomField[]): Column {
  const [family = '', member = ''] = target.split(/\.(.*)/s);
  const field = family === 'custom' ? fields.find(({ slug }) => slug === member) : undefined;
  const options = field?.type === 'checkbox' ? (field.options ?? []) : null;
  const kind = family === 'custom' || family === 'consent' ? family : ownKind(target);
  return { at, target, name: kind === 'custom' ? `custom_values.${member}` : target, kind, member, options };
}

function ownKind(target: string): 'field' | 'word' | 'label' {
  if (target === 'tags' || target === 'lists') return 'label';
  return WORDS.has(target) ? 'word' : 'field';
}

/** An unknown country must not reject the row. */
const isUnreadableCountry = ({ target }: Column, cell: ImportCell): boolean =>
  target === 'country' && typeof cell === 'string' && countryCode(cell) === null;

/** Files may contain line breaks in names, which name fields refuse. */
const NAMES: ReadonlySet<string> = new Set(['first_name', 'last_name', 'full_name']);

function valueOf({ kind, options, target }: Column, cell: ImportCell): unknown {
  if (NAMES.has(target) && typeof cell === 'string')
    return cell
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .join(' ');
  if (options !== null) return typeof cell === 'string' ? splitNames(cell, (name) => options.includes(name)) : cell;
  if (kind === 'word' && typeof cell === 'string') return cell.trim().toLowerCase();
  // Options are compared exactly; surrounding blanks are never intended.
  return kind === 'custom' && typeof cell === 'string' ? cell.trim() : cell;
}

function put(contact: Record<string, unknown>, { kind, target, member }: Column, value: unknown): void {
  if (kind !== 'custom' && kind !== 'consent') {
    contact[target] = value;
    return;
  }
  const family = kind === 'custom' ? 'custom_values' : 'consent';
  const values = (contact[family] ??= {}) as Record<string, unknown>;
  values[member] = value;
}

function addIds(contact: Record<string, unknown>, target: string, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const before = contact[target] as readonly number[] | undefined;
  contact[target] = before === undefined ? ids : [...new Set([...before, ...ids])];
}

function kept(record: readonly ImportCell[]): readonly ImportCell[] {
  let length = 0;
  for (const cell of record) length += cell.length;
  if (length <= MAX_STORED_LENGTH) return record;
  return record.map((cell) => {
    const text = typeof cell === 'string' ? cell : cell.join(', ');
    return text.length > MAX_STORED_CELL_LENGTH ? `${text.slice(0, MAX_STORED_CELL_LENGTH)}…` : text;
  });
}
