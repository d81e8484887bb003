import { ApiProperty } from '@nestjs/swagger';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import type { WatchedJob } from '../../jobs/bulk-job-columns.js';
import { BULK_JOB_STATUSES } from '../../jobs/bulk-job-status.js';
import { JobResponse } from '../../jobs/dto/job.response.js';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import { CELL_FORMATS } from '../cell-formats.js';
import { ON_BAD_CELL } from '../import-options.js';
import { type ImportPlan, planOf } from '../import-plan.js';

const nullableText = { type: String, nullable: true } as const;

const IDS = { type: 'array', items: { type: 'integer' }, example: [1] } as const;

class ConsentOptionResponse {
  @ApiProperty({ ...nullableText, example: null, description: 'IP address from which the contacts agreed' })
  readonly ip: string | null;
  @ApiProperty({ ...nullableText, example: 'signup form, 3rd edition', description: 'The text that contacts saw' })
  readonly text_version: string | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Other evidence of the consent' })
  readonly proof: string | null;

  constructor({ ip = null, textVersion = null, proof = null }: NonNullable<ImportPlan['consent']>) {
    this.ip = ip;
    this.text_version = textVersion;
    this.proof = proof;
  }
}

class ImportOptionsResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: 'The field of each column; null for an ignored one',
    example: { 'Email Address': 'email', Plan: 'custom.plan', Remark: null },
  })
  readonly map: Readonly<Record<string, string | null>>;
  @ApiProperty({ ...IDS, description: 'Tags added to every contact' }) readonly tags: readonly number[];
  @ApiProperty({ ...IDS, description: 'Lists that every contact is added to' }) readonly lists: readonly number[];
  @ApiProperty({ enum: CONTACT_STATUSES, example: 'subscribed', description: 'Status of new contacts without one' })
  readonly new_status: string;
  @ApiProperty({ description: 'Whether existing contacts are updated' }) readonly update: boolean;
  @ApiProperty({ description: 'Whether statuses replace stricter ones' }) readonly force_update_status: boolean;
  @ApiProperty({ description: 'Whether missing tags and lists are created' })
  readonly create_labels: boolean;
  @ApiProperty({ description: 'Whether contacts must confirm by email before they are subscribed' })
  readonly double_optin: boolean;
  @ApiProperty({ description: 'Whether webhooks and funnel triggers are suppressed' }) readonly silent: boolean;
  @ApiProperty({ type: ConsentOptionResponse, nullable: true, description: 'How contacts agreed; null if not given' })
  readonly consent: ConsentOptionResponse | null;
  @ApiProperty({ enum: ON_BAD_CELL, description: 'What an unreadable optional cell does' })
  readonly on_bad_cell: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: Object.values(CELL_FORMATS).flat() },
    description: 'Detected formats of columns',
    example: { Birthday: 'dd/mm/yyyy' },
  })
  readonly formats: Readonly<Record<string, string>>;
  @ApiProperty({ enum: ['csv', 'json'], example: 'csv' }) readonly format: string;
  @ApiProperty({ description: 'Encoding of the file', example: 'utf-8' }) readonly encoding: string;
  @ApiProperty({ description: 'Delimiter of the file; empty for JSON rows', example: ';' })
  readonly delimiter: string;

  constructor(plan: ImportPlan) {
    const names = plan.headers.map((header, at) => header.trim() || `column ${at + 1}`);
    this.map = Object.fromEntries(names.map((name, at) => [name, plan.columns[at] ?? null]));
    this.tags = plan.tags;
    this.lists = plan.lists;
    this.new_status = plan.new_status;
    this.update = plan.update;
    this.force_update_status = plan.force_update_status;
    this.create_labels = plan.create_labels;
    this.double_optin = plan.double_optin;
    this.silent = plan.silent;
    this.consent = plan.consent ? new ConsentOptionResponse(plan.consent) : null;
    this.on_bad_cell = plan.on_bad_cell ?? 'skip_cell';
    this.formats = Object.fromEntries(
      names.flatMap((name, at) => (plan.formats?.[at] ? [[name, plan.formats[at]]] : [])),
    );
    this.format = plan.file.format;
    this.encoding = plan.file.encoding;
    this.delimiter = plan.file.delimiter;
  }
}

/** An import job with its progress. */
export class ImportResponse extends JobResponse {
  @ApiProperty({ ...nullableText, description: 'Name of the file; null for JSON rows', example: 'contacts.csv' })
  readonly file_name: string | null;
  @ApiProperty({ description: 'Whether the import only validates and writes nothing' }) readonly dry_run: boolean;
  @ApiProperty() readonly options: ImportOptionsResponse;
  @ApiProperty({ type: [String], description: 'Columns of the file that are ignored', example: ['Remark'] })
  readonly ignored_columns: readonly string[];

  constructor(job: WatchedJob) {
    super(job);
    const plan = planOf(job);
    this.file_name = job.title;
    this.dry_run = plan.dry_run;
    this.options = new ImportOptionsResponse(plan);
    this.ignored_columns = plan.ignored_columns;
  }
}

export class OneImportResponse {
  @ApiProperty() readonly import!: ImportResponse;
}

class ImportsPage extends PageResponse<ImportResponse> {
  @ApiProperty({ type: [ImportResponse] }) declare readonly data: readonly ImportResponse[];
}

export class ImportsResponse {
  @ApiProperty({ type: ImportsPage }) readonly imports: ImportsPage;

  constructor(page: Page<WatchedJob>, url: URL) {
    this.imports = new ImportsPage(
      page,
      page.items.map((job) => new ImportResponse(job)),
      url,
    );
  }
}

class AcceptedImportMember {
  @ApiProperty({ type: 'integer', example: 12 }) readonly id!: number;
  @ApiProperty({ enum: BULK_JOB_STATUSES.filter((status) => status !== 'receiving'), example: 'queued' })
  readonly status!: string;
}

export class AcceptedImportResponse {
  @ApiProperty() readonly import!: AcceptedImportMember;
}
