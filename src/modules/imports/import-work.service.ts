import { Database, type Tx } from '../../platform/database/database.js';
import { CustomFieldsService } from '../custom-fields/custom-fields.service.js';
import { LabelsService } from '../labels/labels.service.js';
import { AddressHashes } from '../jobs/address-hash.service.js';
import type { BulkJob } from '../jobs/bulk-job.entity.js';
import { type BulkWork, RegistersBulkWork, JobFailed, type JobRowResult, type OpenWork } from '../jobs/bulk-work.js';
import { BulkContacts } from '../contacts/bulk-writes/bulk-contacts.service.js';
import { type BulkOutcome, type BulkWriteOptions, reasonsInWords } from '../contacts/bulk-writes/bulk-write.js';
import { ImportFiles } from './import-files.js';
import { type ImportPlan, planOf } from './import-plan.js';
import { LabelDirectory } from './label-directory.js';
import { RecordSource } from './reading/record-source.js';
import { type LabelTarget, type ReadRow, RowReader, addressOf } from './row-reader.js';

const ROWS_PER_BATCH = 1_000;

interface ImportBatch {
  readonly position: number;
  readonly rows: readonly ReadRow[];
}

@RegistersBulkWork()
export class ImportWork implements BulkWork {
  readonly kind = 'import';

  constructor(
    private readonly db: Database,
    private readonly files: ImportFiles,
    private readonly contacts: BulkContacts,
    private readonly labels: LabelsService,
    private readonly fields: CustomFieldsService,
    private readonly addresses: AddressHashes,
  ) {}

  async open(job: BulkJob): Promise<OpenWork<ImportBatch>> {
    const plan = planOf(job);
    const directories = {
      tags: await this.directoryOf(plan, 'tags'),
      lists: await this.directoryOf(plan, 'lists'),
      unsubscribe_lists: await this.directoryOf(plan, 'unsubscribe_lists'),
    };
    const reader = new RowReader(plan, directories, await this.fields.list(), this.contacts.fieldRules());
    const source = (): RecordSource => new RecordSource(this.files.read(job.id), plan.file);
    const rows = source();
    let position = job.position;
    let isPositioned = position === 0;
    return {
      count: async () => {
        await this.checkLabels(plan);
        const counted = source();
        try {
          const total = await counted.skip(Infinity, (record) => {
            reader.observe(record);
          });
          // A resumed import does not count its rows again.
          const options = JSON.stringify({ ...plan, formats: reader.formats });
          await this.db.execute(
            'UPDATE bulk_jobs SET options = :options WHERE id = :id',
            { options, id: job.id },
            { ids: [] },
          );
          return total;
        } finally {
          await counted.close();
        }
      },
      next: async () => {
        if (!isPositioned) await rows.skip(position);
        isPositioned = true;
        const records = await rows.take(ROWS_PER_BATCH);
        if (records.length === 0) return null;
        await this.checkLabels(plan);
        if (plan.create_labels && !plan.dry_run) for (const record of records) await reader.createLabels(record);
        position += records.length;
        return { position, rows: records.map((record) => reader.read(record)) };
      },
      write: (tx, batch) => this.write(tx, job.id, plan, batch),
      isRace: (error) => this.contacts.isRace(error),
      close: () => rows.close(),
    };
  }

  private async directoryOf(plan: ImportPlan, target: LabelTarget): Promise<LabelDirectory | null> {
    if (!plan.columns.includes(target)) return null;
    const missing = !plan.create_labels || target === 'unsubscribe_lists' ? 'fault' : plan.dry_run ? 'skip' : 'create';
    return LabelDirectory.of(this.labels, target === 'tags' ? 'tag' : 'list', missing);
  }

  /** Checked before each batch: otherwise every remaining row would be refused. */
  private async checkLabels(plan: ImportPlan): Promise<void> {
    const { list, tag } = await this.labels.missing(this.db, { tag: plan.tags, list: plan.lists });
    const gone = [...tag.map((id) => `tag ${id}`), ...list.map((id) => `list ${id}`)];
    if (gone.length > 0) throw new JobFailed(`Tags or lists of this import have been deleted: ${gone.join(', ')}.`);
  }

  private async write(tx: Tx, jobId: number, plan: ImportPlan, batch: ImportBatch): Promise<JobRowResult[]> {
    const contacts = batch.rows.flatMap(({ contact }) => (contact === null ? [] : [contact]));
    const options: BulkWriteOptions = {
      update: plan.update,
      forceStatus: plan.force_update_status,
      statusOfNew: plan.new_status,
      doubleOptIn: plan.double_optin,
      cause: { source: 'import', reason: `import ${jobId}`, ...(plan.consent ? { evidence: plan.consent } : {}) },
      silent: plan.silent,
      recordChanges: !plan.dry_run,
    };
    const outcomes = plan.dry_run
      ? await this.contacts.preview(tx, contacts, options)
      : await this.contacts.write(tx, contacts, options);
    const seen = plan.dry_run ? await this.seenBefore(tx, jobId, batch.rows, outcomes) : new Set<string>();
    const remaining = outcomes[Symbol.iterator]();
    const firstRow = batch.position - batch.rows.length + 1;
    return batch.rows.map((row, index) => {
      const outcome = row.contact === null ? undefined : remaining.next().value;
      return this.resultOf(firstRow + index, row, outcome ?? UNREADABLE, plan, seen);
    });
  }

  private resultOf(
    rowNo: number,
    row: ReadRow,
    outcome: BulkOutcome,
    { update }: ImportPlan,
    seen: ReadonlySet<string>,
  ): JobRowResult {
    const result = {
      rowNo,
      keptStatus: 'keptStatus' in outcome && outcome.keptStatus,
      warnings: Object.entries(row.leftOut).map(([name, reason]) => `${name} was left out: it ${reason}`),
    };
    if (outcome.kind === 'invalid')
      return {
        ...result,
        outcome: 'invalid',
        addressHash: this.hashOf(row),
        reason: reasonsInWords(row.reasons ?? outcome.reasons),
        input: JSON.stringify(row.cells),
      };
    // A dry run writes nothing, so a new contact has no id.
    const isNew = outcome.contactId === 0;
    const contactId = isNew ? null : outcome.contactId;
    const addressHash = isNew ? this.hashOf(row) : null;
    const common = { ...result, contactId, addressHash };
    if (outcome.kind === 'skipped') return { ...common, outcome: 'skipped', reason: WHY_SKIPPED[outcome.why] };
    if (outcome.kind === 'created' && addressHash !== null && seen.has(addressHash.toString('hex')))
      return update ? { ...common, outcome: 'updated' } : { ...common, outcome: 'skipped', reason: WHY_SKIPPED.exists };
    return { ...common, outcome: outcome.kind, changes: outcome.changes };
  }

  /** Returns the hashes of addresses that an earlier batch of a dry run would have created. */
  private async seenBefore(
    tx: Tx,
    jobId: number,
    rows: readonly ReadRow[],
    outcomes: readonly BulkOutcome[],
  ): Promise<ReadonlySet<string>> {
    if (!outcomes.some(({ kind }) => kind === 'created')) return new Set();
    const hashes = rows.flatMap((row) => this.hashOf(row) ?? []);
    const found = await tx.query<{ hash: Buffer }>(
      `SELECT address_hash AS hash FROM bulk_job_rows
        WHERE address_hash IN (:hashes) AND job_id = :jobId AND outcome = 'created'`,
      { hashes, jobId },
    );
    return new Set(found.map(({ hash }) => hash.toString('hex')));
  }

  private hashOf(row: ReadRow): Buffer | null {
    const address = addressOf(row);
    return address === null ? null : this.addresses.of(address);
  }
}

/** For an unreadable row; the row has the reasons. */
const UNREADABLE: BulkOutcome = { kind: 'invalid', reasons: {} };
const WHY_SKIPPED = { exists: 'already exists', unchanged: 'nothing to change' } as const;
