import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { slugOf } from '../../../platform/text/slug.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { type CustomField, isReservedSlug } from '../../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { byKind } from '../../labels/labels.service.js';
import type { ContactStatus } from '../../contacts/contact/contact-status.js';
import { ContactCheck } from '../../contacts/writing/contact-check.service.js';
import { ImportsService } from '../imports.service.js';
import { UnreadableRow } from '../reading/csv-reader.js';
import { delimiterIn } from '../reading/delimiters.js';
import { type FileForm, headIn, type ImportCell, RecordSource } from '../reading/record-source.js';
import { EncodingDetector } from '../reading/text-encoding.js';
import { NamedLabels } from '../../contacts/memberships/named-labels.service.js';
import { suppressedValue } from '../../contacts/suppression/suppressions.service.js';
import { SuppressionList } from '../../contacts/suppression/suppression-list.service.js';
import { RowReader } from '../row-reader.js';
import { bytesOf, unreadableFile } from '../terminal/local-file.js';
import { isAddress } from '../import-columns.js';
import { type ForeignFile, openForeignFile } from './foreign-file.js';
import { byStrictness, type ColumnMap, FOREIGN_FIELDS, type ForeignContact } from './foreign-system.js';
import { FOREIGN_SYSTEMS, type ForeignSystemName } from './foreign-systems.js';
import { Findings, type PlannedField, type PlatformImportPlan } from './platform-import-plan.js';

export interface PlatformImportOptions {
  readonly from: ForeignSystemName;
  readonly map?: ColumnMap;
  /** The least strict status that a contact can get. Default: as in the files. */
  readonly status?: ContactStatus;
  /** Titles or ids of labels for every contact. */
  readonly list?: readonly string[];
  readonly tag?: readonly string[];
  /** Whether to create custom fields for values without one; true by default. */
  readonly customFields?: boolean;
  /** Whether to update existing contacts; true by default. */
  readonly update?: boolean;
  readonly silent?: boolean;
}

interface ForeignTable {
  readonly header: readonly string[];
  /** Yields batches of rows after the header; an unreadable row has no cells. */
  rows(): AsyncGenerator<(readonly string[])[]>;
}

interface OpenFile extends ForeignFile {
  readonly name: string;
  readonly table: ForeignTable;
  people: number;
}

export interface Planned extends PlatformImportPlan {
  readonly files: readonly OpenFile[];
}

const ROWS_AT_ONCE = 1_000;
const MAX_NEW_FIELDS = 300;
const MAX_LABEL_LENGTH = 190;
/** The maximum length of a proof in the consent log. */
const MAX_PROOF_LENGTH = 16_000;

/** Imports contacts from other platforms: converts their export files to the rows of one import. */
@Injectable()
export class PlatformImport {
  constructor(
    private readonly imports: ImportsService,
    private readonly labels: NamedLabels,
    private readonly fields: CustomFieldsService,
    private readonly suppressions: SuppressionList,
    private readonly checks: ContactCheck,
  ) {}

  /** Reads the files and returns the plan. Writes nothing. @throws AppError rest_invalid_param for files of another format. */
  async plan(paths: readonly string[], options: PlatformImportOptions): Promise<Planned> {
    const { map = new Map(), status = null, customFields = true } = options;
    const system = FOREIGN_SYSTEMS[options.from];
    const files: OpenFile[] = [];
    for (const path of paths) {
      const table = await openTable(path);
      const name = basename(path);
      files.push({ ...openForeignFile(system, name, table.header, { map, atBest: status }), name, table, people: 0 });
    }
    // A contact in several files ends with the strictest status, because an import never loosens a status.
    files.sort((one, other) => byStrictness(one.best, other.best));
    const findings = new Findings();
    for (const file of files)
      for await (const contact of contactsIn([file])) {
        findings.add(contact);
        file.people += 1;
      }
    const fields = customFields ? plannedFields(system.title, findings, await this.fields.list()) : [];
    const ignored = files.flatMap((file) => file.ignored);
    return {
      system: system.title,
      files,
      findings,
      labels: await byKind((kind) => this.labels.find(kind, findings.titles(kind), 'titles')),
      forAllContacts: await byKind((kind) => this.labels.find(kind, options[kind] ?? [], 'titles or ids')),
      fields,
      ignored: new Set(customFields ? ignored : [...ignored, ...findings.values.keys()]),
      dropped: await this.dropped(system.title, files, fields),
    };
  }

  /** Creates missing labels and fields, suppresses blocklisted addresses, and queues the import. @returns its id. */
  async store(planned: Planned, { update = true, silent = false }: PlatformImportOptions): Promise<number> {
    const { system, files, fields, labels, forAllContacts } = planned;
    await byKind((kind) => this.labels.findOrCreate(kind, [...labels[kind].keys()], 'titles'));
    const { list, tag } = await byKind((kind) =>
      this.labels.findOrCreate(kind, [...forAllContacts[kind].keys()], 'titles or ids'),
    );
    const slugs: string[] = [];
    for (const { existing, type, label } of fields)
      slugs.push((existing ?? (await this.fields.create({ type, label }))).slug);
    const name = `${system}: ${files.map((file) => file.name).join(', ')}`;
    const file = await this.imports.receive(this.lines(planned, slugs), name, null, 'json');
    await this.imports.start(file, { lists: [...list.values()], tags: [...tag.values()], update, silent });
    return file.jobId;
  }

  private async *lines({ system, files, fields }: Planned, slugs: readonly string[]): AsyncGenerator<Buffer> {
    const lineOf = (row: readonly ImportCell[]): string => `${JSON.stringify(row)}\n`;
    yield Buffer.from(lineOf(columnsOf(slugs)));
    for (const { table, read } of files)
      for await (const rows of table.rows()) {
        const people = rows.map(read);
        // Before their contacts exist.
        const blocked = people.flatMap((person) => (person.blocked ? (suppressedValue(person.email) ?? []) : []));
        if (blocked.length > 0) await this.suppressions.add(blocked, `Blocklisted in ${system}`);
        yield Buffer.from(people.map((person) => lineOf(rowOf(person, system, fields))).join(''));
      }
  }

  /** Counts the values that the import would leave out, with fields as they are or will be. */
  private async dropped(
    system: string,
    files: readonly OpenFile[],
    planned: readonly PlannedField[],
  ): Promise<Map<string, number>> {
    // New fields have no slug yet, so each has its place instead.
    const fields = planned.map(({ existing, type }, at) =>
      Object.assign({ options: null }, existing, { type, slug: `${at}` }),
    );
    const headers = columnsOf(fields.map(({ slug }) => slug));
    const reader = new RowReader(
      {
        headers,
        // Labels are created before the import.
        columns: headers.map((name) => (name === 'lists' || name === 'tags' ? null : name)),
        file: { format: 'json', encoding: 'utf-8', delimiter: '', bytes: 0, damaged: false },
        ...{ tags: [], lists: [], consent: null },
      },
      { tags: null, lists: null, unsubscribe_lists: null },
      fields,
      this.checks.fieldRules(),
    );
    for await (const contact of contactsIn(files)) reader.observe(rowOf(contact, system, planned));
    const dropped = new Map<string, number>();
    for await (const contact of contactsIn(files))
      for (const name of Object.keys(reader.read(rowOf(contact, system, planned)).leftOut)) {
        const title = planned[Number(name.replace('custom_values.', ''))]?.title ?? name;
        dropped.set(title, (dropped.get(title) ?? 0) + 1);
      }
    return dropped;
  }
}

/** Detects the format of a file by reading it once. @throws AppError rest_invalid_param if it is not a table or does not exist. */
async function openTable(path: string): Promise<ForeignTable> {
  const detector = new EncodingDetector();
  try {
    for await (const piece of bytesOf(path)) detector.push(piece);
  } catch (error) {
    throw unreadableFile(path, error);
  }
  const encoding = detector.encoding()?.name;
  const reason = detector.nonTextReason;
  if (encoding === undefined || reason !== null) throw invalidParam('file', `${path} ${reason ?? 'is not text'}`);
  const form: FileForm = { format: 'csv', encoding, delimiter: await delimiterIn(bytesOf(path), encoding, isAddress) };
  const header = await headIn(bytesOf(path), form);
  if (header === null || header instanceof UnreadableRow) throw invalidParam('file', `${path} is empty`);
  return { header: header.map(String), rows: () => rowsIn(new RecordSource(bytesOf(path), form)) };
}

async function* rowsIn(source: RecordSource): AsyncGenerator<(readonly string[])[]> {
  try {
    for (let rows = await source.take(ROWS_AT_ONCE); rows.length > 0; rows = await source.take(ROWS_AT_ONCE))
      yield rows.map((row) => (row instanceof UnreadableRow ? [] : row.map(String)));
  } finally {
    await source.close();
  }
}

/** Yields the contacts of the files. An unreadable row becomes one without an address. */
async function* contactsIn(files: readonly OpenFile[]): AsyncGenerator<ForeignContact> {
  for (const { table, read } of files) for await (const rows of table.rows()) yield* rows.map(read);
}

function columnsOf(slugs: readonly string[]): string[] {
  const custom = slugs.map((slug) => `custom.${slug}`);
  return ['email', 'status', ...FOREIGN_FIELDS, 'lists', 'tags', 'consent.ip', 'consent.proof', ...custom];
}

/** Converts a contact to a row of the import, which validates it, and leaves out what it cannot read. */
function rowOf(contact: ForeignContact, system: string, fields: readonly PlannedField[]): ImportCell[] {
  const { email, status, lists, tags, evidence, values } = contact;
  const proof = evidence === null ? '' : JSON.stringify({ system, ...evidence.facts });
  return [
    ...[email, status, ...FOREIGN_FIELDS.map((name) => contact.fields[name] ?? '')],
    ...[lists, tags, evidence?.ip ?? ''],
    proof.length > MAX_PROOF_LENGTH ? Array.from(proof).slice(0, MAX_PROOF_LENGTH).join('') : proof,
    ...fields.map(({ title }) => values[title] ?? ''),
  ];
}

/** Assigns a value to the field with its label, else to the one with its slug, else to a new one. */
function plannedFields(system: string, { values }: Findings, existing: readonly CustomField[]): PlannedField[] {
  const taken = new Set<CustomField>();
  const planned = Array.from(values, ([title, { people, type }]): PlannedField => {
    const slug = slugOf(title, '_');
    const labels = [title, `${system} ${title}`].map(titleKey);
    const free = existing.filter((field) => !taken.has(field));
    const known =
      free.find(({ label }) => labels.includes(titleKey(label))) ?? free.find((field) => field.slug === slug) ?? null;
    if (known) taken.add(known);
    const label = isReservedSlug(slug) ? `${system} ${title}` : title;
    return {
      title,
      people,
      type: known?.type ?? type,
      existing: known,
      label: Array.from(label).slice(0, MAX_LABEL_LENGTH).join(''),
    };
  });
  const made = planned.filter((field) => field.existing === null).length;
  if (made > MAX_NEW_FIELDS)
    throw invalidParam(
      'no-custom-fields',
      `is required: the files need ${made} new custom fields, at most ${MAX_NEW_FIELDS} are allowed`,
    );
  return planned;
}
