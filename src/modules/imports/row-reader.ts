import { unescapeFormula } from '../../platform/export/formula-guard.js';
import { ValidationErrors } from '../../platform/errors/app-error.js';
import { normalizedEmail } from '../../platform/text/email-address.js';
import { titleKey } from '../../platform/text/title-key.js';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import { bySlug, type FieldDefinitions, readCustomValues } from '../custom-fields/custom-values.service.js';
import type { BulkRow } from '../contacts/bulk-writes/bulk-write.js';
import { readConsent } from '../contacts/consent/read-consent.js';
import { type FieldRules, readFields, validFields } from '../contacts/contact/contact-fields.js';
import { type CellFormat, formatOf, type FormattedKind, readCell } from './cell-formats.js';
import type { ImportPlan } from './import-plan.js';
import { type LabelDirectory, splitNames } from './label-directory.js';
import { UnreadableRow } from './reading/csv-reader.js';
import type { ImportCell, ImportRecord } from './reading/record-source.js';

export interface ReadRow {
  /** Null if the row is unreadable. */
  readonly contact: BulkRow | null;
  /** Errors of a row without a contact. */
  readonly reasons: Readonly<Record<string, string>> | null;
  /** Null if unreadable. */
  readonly email: string | null;
  /** Why cells were left out, by field. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** The cells stored if the row is refused. */
  readonly cells: readonly ImportCell[];
}

interface Column {
  readonly at: number;
  readonly target: string;
  /** The name in error messages: a field, or a member of `custom_values` or `consent`. */
  readonly name: string;
  readonly family: string;
  readonly member: string | undefined;
  /** The options of a field by their spellings, exact and without case. */
  readonly options: ReadonlyMap<string, string> | null;
  readonly isCheckbox: boolean;
  /** Cells without a value. */
  readonly empty: RegExp | undefined;
  /** Undefined if cells have one format only. */
  readonly formatted: FormattedKind | undefined;
}

export type ReadingPlan = Pick<
  ImportPlan,
  'columns' | 'consent' | 'date_format' | 'file' | 'formats' | 'headers' | 'lists' | 'on_bad_cell' | 'tags'
>;

const LABEL_TARGETS = ['tags', 'lists', 'unsubscribe_lists'] as const;
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
const APOSTROPHE = 0x27;
const TWO_DAYS = 'can be read with the day or the month first; name the order of the column in date_format';
/** Not optional: without its status or consent, a contact who has opted out would be subscribed or tracked. Unknown labels have an option of their own. */
const NEVER_LEFT_OUT: ReadonlySet<string> = new Set(['email', 'status', 'tracking_consent', ...LABEL_TARGETS]);
const FORMATTED: Readonly<Record<string, FormattedKind>> = { date: 'day', date_of_birth: 'day', number: 'number' };
const NO_DAY = /^(?:[0\s.:/TZ-]+|[–—]+)$/i;
const DASHES = /^[-–—]+$/;
/** What other programs write into empty cells, by type of the custom field or by contact field. */
const EMPTY: ReadonlyMap<string, RegExp> = new Map([
  ...['date', 'date_of_birth', 'paused_until'].map((type) => [type, NO_DAY] as const),
  ...['number', 'select-one', 'radio', 'checkbox', 'url', 'email', 'country', 'photo'].map(
    (type) => [type, DASHES] as const,
  ),
  ['user_id', /^(?:0|[-–—]+)$/],
]);
/** Compared without case. */
const WORDS: ReadonlySet<string> = new Set(['status', 'contact_type', 'tracking_consent']);

export class RowReader {
  private readonly columns: readonly Column[];
  private readonly labelColumns: readonly LabelColumn[];
  private readonly place: number;
  private readonly width: number;
  private readonly damaged: boolean;
  private readonly guarded: boolean;

  private readonly fields: FieldDefinitions;
  private readonly possible: readonly Set<CellFormat>[];
  /** By column; null while unknown. */
  readonly formats: (CellFormat | null)[];

  /** @param rules the rules of contact fields. */
  constructor(
    private readonly plan: ReadingPlan,
    private readonly directories: LabelDirectories,
    fields: readonly CustomField[],
    private readonly rules: FieldRules,
  ) {
    this.fields = bySlug(fields);
    this.columns = plan.columns.flatMap((target, at) => (target === null ? [] : [columnOf(at, target, this.fields)]));
    this.formats = plan.columns.map((_, at) => plan.formats?.[at] ?? null);
    this.possible = plan.columns.map(() => new Set());
    this.labelColumns = this.columns.filter(isLabel);
    this.place = plan.columns.indexOf('email');
    this.width = plan.headers.length;
    this.damaged = plan.file.damaged;
    // The apostrophe that guards against formulas is only removed from CSV.
    this.guarded = plan.file.format === 'csv';
  }

  /** Learns the formats of columns: a format is known once the rows allow only this one. */
  observe(record: ImportRecord): void {
    if (record instanceof UnreadableRow) return;
    for (const { at, formatted } of this.columns) {
      const cell = formatted === undefined ? null : this.cellAt(record, at);
      const format = formatted && typeof cell === 'string' ? formatOf(cell.trim(), formatted) : null;
      if (format !== null) this.formats[at] = this.possible[at]?.add(format).size === 1 ? format : null;
    }
  }

  async createLabels(record: ImportRecord): Promise<void> {
    if (record instanceof UnreadableRow) return;
    for (const { at, target } of this.labelColumns) {
      const cell = this.cellAt(record, at);
      const directory = this.directories[target];
      if (cell !== null && directory?.read(cell) === null) await directory.create(cell);
    }
  }

  read(record: ImportRecord): ReadRow {
    if (record instanceof UnreadableRow)
      return { contact: null, reasons: { row: record.reason }, email: null, leftOut: {}, cells: [record.text] };
    const cells = kept(record);
    const place = this.cellAt(record, this.place);
    const email = typeof place === 'string' ? place : null;
    const refused = (reasons: ReadRow['reasons']): ReadRow => ({ contact: null, reasons, email, leftOut: {}, cells });
    if (record.length > this.width && record.slice(this.width).some((cell) => cell.length > 0))
      return refused({ row: `has ${record.length} cells, the header has ${this.width}` });
    const { contact, faults } = this.convert(record);
    const wrong = Object.keys(faults);
    if (wrong.some((name) => this.plan.on_bad_cell === 'skip_row' || NEVER_LEFT_OUT.has(name))) return refused(faults);
    for (const name of wrong) leaveOut(contact, name);
    for (const target of ['tags', 'lists'] as const) addIds(contact, target, this.plan[target]);
    this.addConsent(contact);
    return { contact, reasons: null, email, cells, leftOut: faults };
  }

  /** Returns the contact with the reasons by field why the contact, as it is, would be refused. */
  private convert(record: readonly ImportCell[]): { contact: Record<string, unknown>; faults: Record<string, string> } {
    const contact: Record<string, unknown> = {};
    const faults = new ValidationErrors();
    for (const column of this.columns) {
      const cell = this.cellAt(record, column.at);
      if (cell === null || (typeof cell === 'string' && column.empty?.test(cell.trim()) && !column.options?.has('-')))
        continue;
      const fault = this.faultOf(cell) ?? this.add(contact, column, cell);
      if (fault !== null) faults.add(column.name, fault);
    }
    if (contact['email'] === undefined) faults.add('email', 'is required');
    const fields = readFields(contact, this.rules, faults);
    if (faults.isEmpty) validFields.set(contact, fields);
    readCustomValues(contact['custom_values'], this.fields, faults);
    readConsent(contact['consent'], faults);
    return { contact, faults: faults.reasonsByField() };
  }

  /** Adds what the cell says to the contact. @returns what is wrong with it. */
  private add(contact: Record<string, unknown>, column: Column, cell: ImportCell): string | null {
    if (isLabel(column)) return this.addLabels(contact, column.target, cell);
    const { at, formatted } = column;
    const format = (formatted === 'day' ? this.plan.date_format : null) ?? this.formats[at] ?? null;
    const read = formatted && typeof cell === 'string' ? readCell(cell.trim(), formatted, format) : null;
    if (read === undefined && formatted === 'day') return TWO_DAYS;
    put(contact, column, read ?? valueOf(column, cell));
    return null;
  }

  /** @returns what is wrong. */
  private addLabels(contact: Record<string, unknown>, target: LabelTarget, cell: ImportCell): string | null {
    const labels = this.directories[target]?.read(cell);
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
}

/** Text between blanks, quotes, brackets, and delimiters. */
const WORD = /[^\s,;|"'<>()[\]]+/gu;

/** For an unreadable row the first text that looks like an address, so that erasures find it; else null. */
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

function columnOf(at: number, target: string, fields: FieldDefinitions): Column {
  const [prefix = '', member] = target.split(/\.(.*)/s);
  const family = prefix === 'custom' ? 'custom_values' : prefix;
  const { type = target, options } = (prefix === 'custom' ? fields.get(member ?? '') : undefined) ?? { options: null };
  return {
    ...{ at, target, family, member, isCheckbox: type === 'checkbox' },
    name: member === undefined ? target : `${family}.${member}`,
    // An option that differs from another one by case only is found as it is spelled.
    options: options && new Map([titleKey, String].flatMap((key) => options.map((option) => [key(option), option]))),
    empty: EMPTY.get(type),
    formatted: FORMATTED[type],
  };
}

type LabelColumn = Column & { readonly target: LabelTarget };

const isLabel = (column: Column): column is LabelColumn => (LABEL_TARGETS as readonly string[]).includes(column.target);

/** Files may contain line breaks in names, which name fields refuse. */
const NAMES: ReadonlySet<string> = new Set(['first_name', 'last_name', 'full_name']);

function valueOf({ family, options, isCheckbox, target }: Column, cell: ImportCell): unknown {
  if (NAMES.has(target) && typeof cell === 'string')
    return cell
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .join(' ');
  if (options !== null) {
    const optionOf = (name: string): string | undefined => options.get(name.trim()) ?? options.get(titleKey(name));
    if (!isCheckbox) return typeof cell === 'string' ? (optionOf(cell) ?? cell.trim()) : cell;
    const names = typeof cell === 'string' ? splitNames(cell, (name) => optionOf(name) !== undefined) : cell;
    return names.map((name) => optionOf(name) ?? name);
  }
  if (typeof cell !== 'string') return cell;
  if (WORDS.has(target)) return cell.trim().toLowerCase();
  return family === 'custom_values' ? cell.trim() : cell;
}

function put(contact: Record<string, unknown>, { family, member }: Column, value: unknown): void {
  const owner = member === undefined ? contact : ((contact[family] ??= {}) as Record<string, unknown>);
  owner[member ?? family] = value;
}

/** Removes a field, a custom value, or a part of the consent. */
function leaveOut(contact: Record<string, unknown>, name: string): void {
  const [family = '', member] = name.split(/\.(.*)/s);
  const others = member === undefined ? [] : Object.entries(contact[family] ?? {}).filter(([key]) => key !== member);
  contact[family] = others.length === 0 ? undefined : Object.fromEntries(others);
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
