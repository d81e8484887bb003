import { basename } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { slugOf } from '../../../platform/text/slug.js';
import { titleKey } from '../../../platform/text/title-key.js';
import { type CustomField, RESERVED_SLUGS } from '../../custom-fields/custom-field.entity.js';
import { CustomFieldsService } from '../../custom-fields/custom-fields.service.js';
import { CustomValuesService } from '../../custom-fields/custom-values.service.js';
import { LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import type { ContactStatus } from '../../contacts/contact-status.js';
import { ImportsService } from '../imports.service.js';
import type { ImportCell } from '../reading/record-source.js';
import { NamedLabels, type Naming } from '../../contacts/memberships/named-labels.service.js';
import { suppressedValue } from '../../contacts/suppression/suppressed-value.js';
import { SuppressionList } from '../../contacts/suppression/suppression-list.service.js';
import type { ColumnMap, ForeignContact, ForeignFile, ForeignSystem } from './foreign-contact.js';
import { openTable, rowsOf, type TableFile } from './foreign-file-reader.js';
import { columnOfField, type Destination, ROW_COLUMNS, rowOf } from './foreign-row.js';
import { FOREIGN_SYSTEMS, type ForeignSystemName } from './foreign-systems.js';
import { Findings, type MigrationPlan, type PlannedField, type PlannedLabel } from './migration-plan.js';
import { byStanding } from './standing.js';

export interface MigrationRequest {
  readonly from: ForeignSystemName;
  /** Paths of this machine. */
  readonly files: readonly string[];
  readonly map: ColumnMap;
  readonly atBest: ContactStatus | null;
  /** Titles or ids of labels that everybody gets. */
  readonly lists: readonly string[];
  readonly tags: readonly string[];
  /** Whether values that have no place here get a custom field. */
  readonly customFields: boolean;
}

interface OpenFile {
  readonly name: string;
  readonly table: TableFile;
  readonly foreign: ForeignFile;
}

/** A plan with what it takes to carry it out. */
export interface Planned {
  readonly request: MigrationRequest;
  readonly system: ForeignSystem;
  readonly files: readonly OpenFile[];
  readonly plan: MigrationPlan;
}

export interface MigrationOptions {
  /** Whether contacts that exist get what the files say. */
  readonly update: boolean;
  readonly silent: boolean;
}

const MOST_NEW_FIELDS = 300;
const LONGEST_LABEL = 190;

/** Takes people over from other systems: what their export files say becomes one import. */
@Injectable()
export class Migration {
  constructor(
    private readonly db: Database,
    private readonly imports: ImportsService,
    private readonly labels: NamedLabels,
    private readonly fields: CustomFieldsService,
    private readonly values: CustomValuesService,
    private readonly suppressions: SuppressionList,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Reads the files and says what would be done. Nothing is written.
   * @throws AppError rest_invalid_param for files that are not of that system.
   */
  async plan(request: MigrationRequest): Promise<Planned> {
    const system = FOREIGN_SYSTEMS[request.from];
    const files: OpenFile[] = [];
    for (const path of request.files) {
      const table = await openTable(path);
      const name = basename(path);
      files.push({ name, table, foreign: system.open(name, table.header, request) });
    }
    // Whoever is in two of them stands as in the worse one: a status only ever gets worse by an import.
    files.sort((one, other) => byStanding(one.foreign.best, other.foreign.best));
    const findings = new Findings();
    const counts: { name: string; people: number }[] = [];
    for (const file of files) {
      const before = findings.people;
      for await (const people of peopleOf(file)) for (const contact of people) findings.add(contact);
      counts.push({ name: file.name, people: findings.people - before });
    }
    const fields = request.customFields ? await this.plannedFields(system, findings) : [];
    const labels = {
      list: await this.plannedLabels('list', [...findings.labels.list.values()], 'titles'),
      tag: await this.plannedLabels('tag', [...findings.labels.tag.values()], 'titles'),
    };
    const plan: MigrationPlan = {
      system: system.title,
      files: counts,
      people: findings.people,
      withoutAddress: findings.withoutAddress,
      withEvidence: findings.withEvidence,
      blocked: findings.blocked,
      statuses: new Map([...findings.statuses].sort(([one], [other]) => byStanding(one, other))),
      labels,
      everybody: {
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

  /** How many values do not fit, judged with the fields as they are or will be. */
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
    const destination = this.destination(system, fields, () => undefined);
    for (const file of files)
      for await (const people of peopleOf(file))
        for (const name of people.flatMap((contact) => rowOf(contact, destination).dropped))
          dropped.set(name, (dropped.get(name) ?? 0) + 1);
    return dropped;
  }

  /** Makes what the plan lacks, and puts whoever must never be mailed on the list of suppressions. */
  private async prepare({ request, system, plan }: Planned): Promise<Prepared> {
    const ids = { list: new Map<string, number>(), tag: new Map<string, number>() };
    const everybody = { list: request.lists, tag: request.tags };
    const ofEverybody = { list: [] as number[], tag: [] as number[] };
    for (const kind of LABEL_KINDS) {
      const titles = plan.labels[kind].map(({ title }) => title);
      const made = await this.labels.findOrMake(kind, titles, 'titles');
      for (const [title, id] of made) ids[kind].set(titleKey(title), id);
      const named = await this.labels.findOrMake(kind, everybody[kind], 'titles or ids');
      ofEverybody[kind].push(...new Set(named.values()));
    }
    const bySlug = await this.bySlug();
    const fields = new Map<string, CustomField>();
    for (const { title, slug, type, label } of plan.fields)
      fields.set(title, bySlug.get(slug ?? '') ?? (await this.fields.create({ type, label })));
    return {
      destination: this.destination(system, fields, byTitle(ids)),
      lists: ofEverybody.list,
      tags: ofEverybody.tag,
    };
  }

  /**
   * Makes an import of everybody, which then waits to be done.
   * @returns its id.
   */
  async store(planned: Planned, { update, silent }: MigrationOptions): Promise<number> {
    const prepared = await this.prepare(planned);
    const name = `${planned.system.title}: ${planned.files.map((file) => file.name).join(', ')}`;
    const incoming = await this.imports.begin(name, null, 'json');
    try {
      await incoming.write(asLines([columnsOf(prepared.destination)]));
      for await (const rows of this.rows(planned, prepared)) await incoming.write(asLines(rows));
      const file = await incoming.finish();
      const { lists, tags } = prepared;
      const plan = await this.imports.plan(file, { lists, tags, update, silent });
      await this.db.transaction((tx) => this.imports.queue(tx, file, plan));
      return incoming.jobId;
    } catch (error) {
      await this.imports.discard(incoming.jobId);
      throw error;
    }
  }

  /** Everybody as a row, many at once, in the order in which the files have to be worked off. */
  private async *rows({ files, system }: Planned, { destination }: Prepared): AsyncGenerator<ImportCell[][]> {
    const columns = columnsOf(destination);
    for (const file of files)
      for await (const people of peopleOf(file)) {
        await this.suppress(people, system);
        yield people.map((contact) => {
          const { cells } = rowOf(contact, destination);
          return columns.map((column) => cells[column] ?? '');
        });
      }
  }

  /** Whoever must never be mailed is kept from it before anybody is there who could be. */
  private async suppress(people: readonly ForeignContact[], { title }: ForeignSystem): Promise<void> {
    const values = people
      .filter(({ blocked }) => blocked)
      .map(({ email }) => suppressedValue(email))
      .filter((value) => value !== null);
    if (values.length > 0) await this.suppressions.add(values, `Blocklisted in ${title}`);
  }

  private destination(
    { title }: ForeignSystem,
    fields: ReadonlyMap<string, CustomField>,
    labelId: Destination['labelId'],
  ): Destination {
    return {
      system: title,
      rules: { contactTypes: this.config.contactTypes, today: this.clock.now().toISOString().slice(0, 10) },
      labelId,
      fields,
      fits: (field, value) => this.values.fits(field, value),
    };
  }

  private async bySlug(): Promise<Map<string, CustomField>> {
    return new Map((await this.fields.list()).map((field) => [field.slug, field]));
  }

  private async plannedLabels(kind: LabelKind, titles: readonly string[], naming: Naming): Promise<PlannedLabel[]> {
    const found = await this.labels.find(kind, titles, naming);
    return titles.map((title) => ({ title, id: found.get(title) ?? null }));
  }

  /** A value goes to the field of that label, else to the one of that slug, else to a new one. */
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
      const label = RESERVED_SLUGS.has(slug) ? `${system} ${title}` : title;
      planned.push({
        title,
        people,
        type: known?.type ?? type,
        slug: known?.slug ?? null,
        label: Array.from(label).slice(0, LONGEST_LABEL).join(''),
      });
    }
    const made = planned.filter(({ slug }) => slug === null).length;
    if (made > MOST_NEW_FIELDS)
      throw invalidParam(
        'no-custom-fields',
        `is needed: ${made} new custom fields would be made, ${MOST_NEW_FIELDS} at most are`,
      );
    return planned;
  }
}

/** What rows need that are about to be made. */
interface Prepared {
  readonly destination: Destination;
  /** Ids of the labels that everybody gets. */
  readonly lists: readonly number[];
  readonly tags: readonly number[];
}

/** As an import keeps what has come as JSON. */
function asLines(rows: readonly (readonly ImportCell[])[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** The columns of `rows`, as an import knows them. */
function columnsOf({ fields }: Destination): string[] {
  return [...ROW_COLUMNS, ...[...fields.values()].map(({ slug }) => columnOfField(slug))];
}

function sameLabel({ label }: CustomField, title: string, system: string): boolean {
  return [title, `${system} ${title}`].some((name) => titleKey(name) === titleKey(label));
}

/** The same titles come again and again, and their keys are dear. */
function byTitle(ids: Readonly<Record<LabelKind, ReadonlyMap<string, number>>>): Destination['labelId'] {
  const known = { list: new Map<string, number | undefined>(), tag: new Map<string, number | undefined>() };
  return (kind, title) => {
    if (!known[kind].has(title)) known[kind].set(title, ids[kind].get(titleKey(title)));
    return known[kind].get(title);
  };
}

/** Many at once. Rows that cannot be read are told of like rows without an address. */
async function* peopleOf({ table, foreign }: OpenFile): AsyncGenerator<ForeignContact[]> {
  for await (const rows of rowsOf(table)) yield rows.map((cells) => foreign.read(cells ?? []));
}
