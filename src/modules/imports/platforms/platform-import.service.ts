import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { slugOf } from '../../../platform/text/slug.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { type CustomField, isReservedSlug } from '../../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import type { ContactStatus } from '../../contacts/contact/contact-status.js';
import { ContactCheck } from '../../contacts/writing/contact-check.service.js';
import { ImportsService } from '../imports.service.js';
import type { ImportCell } from '../reading/record-source.js';
import { NamedLabels, type Naming } from '../../contacts/memberships/named-labels.service.js';
import { suppressedValue } from '../../contacts/suppression/suppressed-value.js';
import { SuppressionList } from '../../contacts/suppression/suppression-list.service.js';
import type { ColumnMap, ForeignContact, ForeignFile, ForeignSystem } from './foreign-contact.js';
import { openTable, recordsOf, type TableFile } from './foreign-file-reader.js';
import { columnOfField, type Destination, ROW_COLUMNS, rowOf } from './foreign-row.js';
import { FOREIGN_SYSTEMS, type ForeignSystemName } from './foreign-systems.js';
import { type ReadingPlan, RowReader } from '../row-reader.js';
import { Findings, type PlatformImportPlan, type PlannedField, type PlannedLabel } from './platform-import-plan.js';
import { byStrictness } from './status-strictness.js';

export interface PlatformImportRequest {
  readonly from: ForeignSystemName;
  readonly files: readonly string[];
  readonly map: ColumnMap;
  readonly atBest: ContactStatus | null;
  /** Titles or ids of labels for every contact. */
  readonly lists: readonly string[];
  readonly tags: readonly string[];
  /** Whether to create custom fields for values without one. */
  readonly customFields: boolean;
}

interface OpenFile {
  readonly name: string;
  readonly table: TableFile;
  readonly foreign: ForeignFile;
}

/** A plan with the opened files. */
export interface Planned {
  readonly request: PlatformImportRequest;
  readonly system: ForeignSystem;
  readonly files: readonly OpenFile[];
  readonly plan: PlatformImportPlan;
}

export interface MigrationOptions {
  /** Whether to update existing contacts. */
  readonly update: boolean;
  readonly silent: boolean;
}

/** For reading rows without importing them. */
const NO_OPTIONS: Omit<ReadingPlan, 'columns' | 'headers'> = {
  ...{ tags: [], lists: [], consent: null, on_bad_cell: 'skip_cell', formats: [] },
  file: { format: 'json', encoding: 'utf-8', delimiter: '', bytes: 0, damaged: false },
};
const MAX_NEW_FIELDS = 300;
const MAX_LABEL_LENGTH = 190;

/** Imports contacts from other platforms: converts their export files to one import. */
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
  async plan(request: PlatformImportRequest): Promise<Planned> {
    const system = FOREIGN_SYSTEMS[request.from];
    const files: OpenFile[] = [];
    for (const path of request.files) {
      const table = await openTable(path);
      const name = basename(path);
      files.push({ name, table, foreign: system.open(name, table.header, request) });
    }
    // A contact in several files ends with the strictest status, because an import never loosens a status.
    files.sort((one, other) => byStrictness(one.foreign.best, other.foreign.best));
    const findings = new Findings();
    const counts: { name: string; people: number }[] = [];
    for (const file of files) {
      const before = findings.people;
      for await (const people of contactsOf(file)) for (const contact of people) findings.add(contact);
      counts.push({ name: file.name, people: findings.people - before });
    }
    const fields = request.customFields ? await this.plannedFields(system, findings) : [];
    const labels = {
      list: await this.plannedLabels('list', [...findings.labels.list.values()], 'titles'),
      tag: await this.plannedLabels('tag', [...findings.labels.tag.values()], 'titles'),
    };
    const plan: PlatformImportPlan = {
      system: system.title,
      files: counts,
      people: findings.people,
      withoutAddress: findings.withoutAddress,
      withEvidence: findings.withEvidence,
      blocked: findings.blocked,
      statuses: new Map([...findings.statuses].sort(([one], [other]) => byStrictness(one, other))),
      labels,
      forAllContacts: {
        list: await this.plannedLabels('list', request.lists, 'titles or ids'),
        tag: await this.plannedLabels('tag', request.tags, 'titles or ids'),
      },
      fields,
      ignored: [
        ...new Set([
          ...files.flatMap(({ foreign }) => foreign.ignored),
          ...(request.customFields ? [] : findings.values.keys()),
        ]),
      ],
      dropped: await this.dropped(system, files, fields),
    };
    return { request, system, files, plan };
  }

  /** Counts invalid values, with fields as they are or will be. */
  private async dropped(
    system: ForeignSystem,
    files: readonly OpenFile[],
    planned: readonly PlannedField[],
  ): Promise<Map<string, number>> {
    const dropped = new Map<string, number>();
    const existing = await this.bySlug();
    const fields = new Map(
      planned.map(({ title, slug, type }) => [
        title,
        existing.get(slug ?? '') ?? ({ slug: title, type, options: null } as CustomField),
      ]),
    );
    const destination: Destination = { system: system.title, fields, labelId: () => undefined };
    const columns = columnsOf(destination);
    const plan = { ...NO_OPTIONS, columns, headers: columns };
    const reader = new RowReader(plan, { tags: null, lists: null }, [...fields.values()], this.checks.fieldRules());
    const titles = new Map([...fields].map(([title, { slug }]) => [`custom_values.${slug}`, title]));
    for (const file of files)
      for await (const people of contactsOf(file)) for (const row of rowsOf(people, destination)) reader.observe(row);
    for (const file of files)
      for await (const people of contactsOf(file))
        for (const name of rowsOf(people, destination).flatMap((row) => Object.keys(reader.read(row).leftOut)))
          dropped.set(titles.get(name) ?? name, (dropped.get(titles.get(name) ?? name) ?? 0) + 1);
    return dropped;
  }

  /** Creates missing labels and fields. */
  private async prepare({ request, system, plan }: Planned): Promise<Prepared> {
    const ids = { list: new Map<string, number>(), tag: new Map<string, number>() };
    const forAllContacts = { list: request.lists, tag: request.tags };
    const idsForAllContacts = { list: [] as number[], tag: [] as number[] };
    for (const kind of LABEL_KINDS) {
      const titles = plan.labels[kind].map(({ title }) => title);
      const made = await this.labels.findOrCreate(kind, titles, 'titles');
      for (const [title, id] of made) ids[kind].set(titleKey(title), id);
      const named = await this.labels.findOrCreate(kind, forAllContacts[kind], 'titles or ids');
      idsForAllContacts[kind].push(...new Set(named.values()));
    }
    const bySlug = await this.bySlug();
    const fields = new Map<string, CustomField>();
    for (const { title, slug, type, label } of plan.fields)
      fields.set(title, bySlug.get(slug ?? '') ?? (await this.fields.create({ type, label })));
    return {
      destination: { system: system.title, fields, labelId: byTitle(ids) },
      lists: idsForAllContacts.list,
      tags: idsForAllContacts.tag,
    };
  }

  /** Queues the import. @returns its id. */
  async store(planned: Planned, { update, silent }: MigrationOptions): Promise<number> {
    const prepared = await this.prepare(planned);
    const name = `${planned.system.title}: ${planned.files.map((file) => file.name).join(', ')}`;
    const incoming = await this.imports.begin(name, null, 'json');
    try {
      await incoming.write(asLines([columnsOf(prepared.destination)]));
      for (const source of planned.files)
        for await (const people of contactsOf(source)) {
          await this.suppress(people, planned.system);
          await incoming.write(asLines(rowsOf(people, prepared.destination)));
        }
      const file = await incoming.finish();
      const { lists, tags } = prepared;
      const plan = await this.imports.plan(file, { lists, tags, update, silent });
      await this.imports.queue(file, plan);
      return incoming.jobId;
    } catch (error) {
      await this.imports.discard(incoming.jobId);
      throw error;
    }
  }

  /** Suppresses blocklisted addresses before their contacts exist. */
  private async suppress(people: readonly ForeignContact[], { title }: ForeignSystem): Promise<void> {
    const values = people
      .filter(({ blocked }) => blocked)
      .map(({ email }) => suppressedValue(email))
      .filter((value) => value !== null);
    if (values.length > 0) await this.suppressions.add(values, `Blocklisted in ${title}`);
  }

  private async bySlug(): Promise<Map<string, CustomField>> {
    return new Map((await this.fields.list()).map((field) => [field.slug, field]));
  }

  private async plannedLabels(kind: LabelKind, titles: readonly string[], naming: Naming): Promise<PlannedLabel[]> {
    const found = await this.labels.find(kind, titles, naming);
    return titles.map((title) => ({ title, id: found.get(title) ?? null }));
  }

  /** Assigns a value to the field with its label, else to the one with its slug, else to a new one. */
  private async plannedFields({ title: system }: ForeignSystem, findings: Findings): Promise<PlannedField[]> {
    const existing = await this.fields.list();
    const taken = new Set<string>();
    const planned: PlannedField[] = [];
    for (const [title, { people, type }] of findings.values) {
      const slug = slugOf(title, '_');
      const known =
        existing.find((field) => sameLabel(field, title, system) && !taken.has(field.slug)) ??
        existing.find((field) => field.slug === slug && !taken.has(field.slug));
      if (known) taken.add(known.slug);
      const label = isReservedSlug(slug) ? `${system} ${title}` : title;
      planned.push({
        title,
        people,
        type: known?.type ?? type,
        slug: known?.slug ?? null,
        label: Array.from(label).slice(0, MAX_LABEL_LENGTH).join(''),
      });
    }
    const made = planned.filter(({ slug }) => slug === null).length;
    if (made > MAX_NEW_FIELDS)
      throw invalidParam(
        'no-custom-fields',
        `is required: the files need ${made} new custom fields, at most ${MAX_NEW_FIELDS} are allowed`,
      );
    return planned;
  }
}

/** The ids that the rows need. */
interface Prepared {
  readonly destination: Destination;
  /** Ids of the labels for every contact. */
  readonly lists: readonly number[];
  readonly tags: readonly number[];
}

/** Formats rows as in JSON imports. */
function asLines(rows: readonly (readonly ImportCell[])[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function rowsOf(people: readonly ForeignContact[], destination: Destination): ImportCell[][] {
  const columns = columnsOf(destination);
  return people.map((contact) => {
    const cells = rowOf(contact, destination);
    return columns.map((column) => cells[column] ?? '');
  });
}

/** Returns the import columns of `rowsOf`. */
function columnsOf({ fields }: Destination): string[] {
  return [...ROW_COLUMNS, ...[...fields.values()].map(({ slug }) => columnOfField(slug))];
}

function sameLabel({ label }: CustomField, title: string, system: string): boolean {
  return [title, `${system} ${title}`].some((name) => titleKey(name) === titleKey(label));
}

/** Caches ids: titles repeat, and their keys are expensive to compute. */
function byTitle(ids: Readonly<Record<LabelKind, ReadonlyMap<string, number>>>): Destination['labelId'] {
  const known = { list: new Map<string, number | undefined>(), tag: new Map<string, number | undefined>() };
  return (kind, title) => {
    if (!known[kind].has(title)) known[kind].set(title, ids[kind].get(titleKey(title)));
    return known[kind].get(title);
  };
}

/** Yields batches of contacts. An unreadable row becomes one without an address. */
async function* contactsOf({ table, foreign }: OpenFile): AsyncGenerator<ForeignContact[]> {
  for await (const rows of recordsOf(table)) yield rows.map((cells) => foreign.read(cells ?? []));
}
