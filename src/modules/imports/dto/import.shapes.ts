import { type Page, page, pageOf } from '../../../platform/http/page.js';
import type { WatchedJob } from '../../jobs/watched-job.js';
import { BULK_JOB_STATUSES } from '../../jobs/bulk-job-status.js';
import { jobOf, jobShape } from '../../jobs/dto/job.shapes.js';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import { CELL_FORMATS } from '../cell-formats.js';
import { ON_BAD_CELL } from '../import-options.js';
import { type ImportPlan, planOf } from '../import-plan.js';
import * as s from '../../../shapes/shape.js';
import { written } from '../../../platform/shapes/written.js';

const consentOptionShape = s.component('ConsentOptionResponse', {
  ip: s.nullable(s.text(null, 'IP address from which the contacts agreed')),
  text_version: s.nullable(s.text('signup form, 3rd edition', 'The text that contacts saw')),
  proof: s.nullable(s.text(null, 'Other evidence of the consent')),
});

const importOptionsShape = s.component('ImportOptionsResponse', {
  map: s.json<Readonly<Record<string, string | null>>>({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: 'The field of each column; null for an ignored one',
    examples: [{ 'Email Address': 'email', Plan: 'custom.plan', Remark: null }],
  }),
  tags: s.list(s.integer(), 'Tags added to every contact', { example: [1] }),
  lists: s.list(s.integer(), 'Lists that every contact is added to', { example: [1] }),
  new_status: s.oneOf(CONTACT_STATUSES, 'Status of new contacts without one', 'subscribed'),
  update: s.flag('Whether existing contacts are updated'),
  force_update_status: s.flag('Whether statuses replace stricter ones'),
  create_labels: s.flag('Whether missing tags and lists are created'),
  double_optin: s.flag('Whether contacts must confirm by email before they are subscribed'),
  silent: s.flag('Whether webhooks and funnel triggers are suppressed'),
  consent: s.nullable(s.described(consentOptionShape, 'How contacts agreed; null if not given')),
  on_bad_cell: s.oneOf(ON_BAD_CELL, 'What an unreadable optional cell does'),
  formats: s.json<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string', enum: Object.values(CELL_FORMATS).flat() },
    description: 'Detected formats of columns',
    examples: [{ Birthday: 'dd/mm/yyyy' }],
  }),
  format: s.oneOf(['csv', 'json'], undefined, 'csv'),
  encoding: s.text('utf-8', 'Encoding of the file'),
  delimiter: s.text(';', 'Delimiter of the file; empty for JSON rows'),
});

function importOptionsOf(plan: ImportPlan) {
  const names = plan.headers.map((header, at) => header.trim() || `column ${at + 1}`);
  // Most members of a plan have the names of the API.
  return written(importOptionsShape, plan, {
    ...plan,
    ...plan.file,
    map: Object.fromEntries(names.map((name, at) => [name, plan.columns[at] ?? null])),
    consent: plan.consent && written(consentOptionShape, { ip: null, textVersion: null, proof: null, ...plan.consent }),
    on_bad_cell: plan.on_bad_cell ?? 'skip_cell',
    formats: Object.fromEntries(names.flatMap((name, at) => (plan.formats?.[at] ? [[name, plan.formats[at]]] : []))),
  });
}

const importShape = s.component('ImportResponse', {
  ...jobShape.properties,
  file_name: s.nullable(s.text('contacts.csv', 'Name of the file; null for JSON rows')),
  dry_run: s.flag('Whether the import only validates and writes nothing'),
  options: importOptionsShape,
  ignored_columns: s.list(s.text(), 'Columns of the file that are ignored', { example: ['Remark'] }),
});

export function importOf(job: WatchedJob) {
  const plan = planOf(job);
  return {
    ...jobOf(job),
    file_name: job.title,
    dry_run: plan.dry_run,
    options: importOptionsOf(plan),
    ignored_columns: plan.ignored_columns,
  };
}

export const oneImportShape = s.component('OneImportResponse', { import: importShape });

export const importsShape = s.component('ImportsResponse', { imports: page('ImportsPage', importShape) });

export const importsOf = (page: Page<WatchedJob>, url: string) => ({ imports: pageOf(page, url, importOf) });

const acceptedImportMemberShape = s.component('AcceptedImportMember', {
  id: s.integer(12),
  status: s.oneOf(
    BULK_JOB_STATUSES.filter((status) => status !== 'receiving'),
    undefined,
    'queued',
  ),
});

export const acceptedImportShape = s.component('AcceptedImportResponse', { import: acceptedImportMemberShape });
