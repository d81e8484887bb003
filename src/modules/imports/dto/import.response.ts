import { ApiProperty } from '@nestjs/swagger';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import type { WatchedJob } from '../../jobs/bulk-job-columns.js';
import { BULK_JOB_STATUSES } from '../../jobs/bulk-job-status.js';
import { JobResponse } from '../../jobs/dto/job.response.js';
import { CONTACT_STATUSES } from '../../contacts/contact-status.js';
import { type ImportPlan, planOf } from '../import-plan.js';

const IDS = { type: 'array', items: { type: 'integer' }, example: [1] } as const;

class ConsentOptionResponse {
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Of the person' }) readonly ip:
    string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'signup form, 3rd edition',
    description: 'Which wording these people saw',
  })
  readonly text_version: string | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Whatever else shows it' })
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
    description: 'What each column is taken for; null for one that is not read',
    example: { Mail: 'email', Colour: 'custom.favourite_colour', Remark: null },
  })
  readonly map: Readonly<Record<string, string | null>>;
  @ApiProperty({ ...IDS, description: 'Tags that every contact gets' }) readonly tags: readonly number[];
  @ApiProperty({ ...IDS, description: 'Lists that every contact gets onto' }) readonly lists: readonly number[];
  @ApiProperty({
    enum: CONTACT_STATUSES,
    example: 'subscribed',
    description: 'What new contacts become whose row does not say',
  })
  readonly new_status: string;
  @ApiProperty({ description: 'Whether contacts that exist are changed' }) readonly update: boolean;
  @ApiProperty({ description: 'Whether statuses hold over stricter ones' }) readonly force_update_status: boolean;
  @ApiProperty({ description: 'Whether tags and lists that cells name are created' })
  readonly create_labels: boolean;
  @ApiProperty({ description: 'Whether people are asked by mail before they are subscribed' })
  readonly double_optin: boolean;
  @ApiProperty({ description: 'Whether webhooks and funnels are told nothing' }) readonly silent: boolean;
  @ApiProperty({ type: ConsentOptionResponse, nullable: true, description: 'How these people agreed' })
  readonly consent: ConsentOptionResponse | null;
  @ApiProperty({ enum: ['csv', 'json'], example: 'csv' }) readonly format: string;
  @ApiProperty({ description: 'In which the file is read', example: 'utf-8' }) readonly encoding: string;
  @ApiProperty({ description: 'Between the cells; empty for rows that came as JSON', example: ';' })
  readonly delimiter: string;

  constructor(plan: ImportPlan) {
    this.map = Object.fromEntries(
      plan.headers.map((header, at) => [
        header.trim() === '' ? `column ${at + 1}` : header.trim(),
        plan.columns[at] ?? null,
      ]),
    );
    this.tags = plan.tags;
    this.lists = plan.lists;
    this.new_status = plan.new_status;
    this.update = plan.update;
    this.force_update_status = plan.force_update_status;
    this.create_labels = plan.create_labels;
    this.double_optin = plan.double_optin;
    this.silent = plan.silent;
    this.consent = plan.consent ? new ConsentOptionResponse(plan.consent) : null;
    this.format = plan.file.format;
    this.encoding = plan.file.encoding;
    this.delimiter = plan.file.delimiter;
  }
}

/** An import as it stands. */
export class ImportResponse extends JobResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null for rows that came as JSON',
    example: 'contacts.csv',
  })
  readonly file_name: string | null;
  @ApiProperty({ description: 'Everything is judged and nothing written' }) readonly dry_run: boolean;
  @ApiProperty() readonly options: ImportOptionsResponse;
  @ApiProperty({ type: [String], description: 'Columns of the file that are not read', example: ['Remark'] })
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
  @ApiProperty() readonly import: ImportResponse;

  constructor(job: WatchedJob) {
    this.import = new ImportResponse(job);
  }
}

class ImportsPage extends PageResponse<ImportResponse> {
  @ApiProperty({ type: [ImportResponse] }) declare readonly data: readonly ImportResponse[];
}

/** The newest first. */
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
