/** How the rows of a table are told of. */
export interface AuditedTable {
  /** What its records are called. */
  readonly type: string;
  /** The only columns of interest; all of them when left out. */
  readonly only?: readonly string[];
  /** What the product keeps for itself: derived, counted or remembered. */
  readonly hidden?: readonly string[];
  /** Whose values nobody reads in a log, neither a secret nor what another permission guards: that they changed is told. */
  readonly secret?: readonly string[];
  /** The contact that a row is about, by its columns. */
  readonly contactOf?: (row: Row) => number | null;
}

/** A table whose rows belong to a record of another one, of which they are told as a field. */
export interface AuditedPart {
  /** The table of the record. */
  readonly owner: string;
  /** The column that names the record. */
  readonly key: string;
  readonly field: string;
  /** Reads `id`, of the record, and `value`, of each of its parts, for `:ids`. */
  readonly sql: string;
}

export type Row = Readonly<Record<string, unknown>>;

const byColumn = (row: Row): number | null => (typeof row['contact_id'] === 'number' ? row['contact_id'] : null);

/** Tables whose rows managers know as records. */
export const AUDITED_TABLES: Readonly<Record<string, AuditedTable>> = {
  managers: { type: 'manager' },
  api_keys: { type: 'api_key', secret: ['password_hash'] },
  lists: { type: 'list', hidden: ['title_key', 'total_count', 'subscribed_count'] },
  tags: { type: 'tag', hidden: ['title_key', 'total_count', 'subscribed_count'] },
  custom_fields: { type: 'custom_field' },
  contacts: { type: 'contact', hidden: ['hash', 'search_text'], contactOf: (row) => Number(row['id']) },
  companies: { type: 'company', hidden: ['name_key', 'contacts_count'] },
  segments: { type: 'segment', hidden: ['title_key'] },
  notes: {
    type: 'note',
    contactOf: (row) => (row['subject_type'] === 'contact' ? Number(row['subject_id']) : null),
  },
  tracked_events: { type: 'tracked_event', hidden: ['identity'], secret: ['value'], contactOf: byColumn },
  // An address that was suppressed may be that of somebody who is no contact, whom nobody could find here to forget him.
  suppressions: { type: 'suppression', hidden: ['value_hash'], secret: ['value', 'note'] },
  email_templates: { type: 'template', hidden: ['title_key'] },
  senders: { type: 'sender', hidden: ['name_key', 'version'], secret: ['username', 'password', 'dkim_private_key'] },
  campaigns: {
    type: 'campaign',
    hidden: ['live_title_key', 'frozen_filters', 'snapshot_position', 'snapshot_done', 'content_id'],
  },
  // Its reason may be what a mail server said, which names the address.
  email_messages: { type: 'email', only: ['state'], contactOf: byColumn },
  funnels: { type: 'funnel', hidden: ['version_id', 'migrating', 'revision'] },
  funnel_entries: { type: 'funnel_entry', only: ['status', 'funnel_id', 'contact_id'], contactOf: byColumn },
  // The path of a webhook's URL often is its password.
  webhooks: {
    type: 'webhook',
    hidden: ['consecutive_failures', 'probing', 'status_changed_at'],
    secret: ['url', 'secret', 'previous_secret'],
  },
  webhook_replays: { type: 'webhook_replay', only: ['webhook_id', 'from_at', 'to_at', 'events', 'status'] },
  orders: { type: 'order', contactOf: byColumn },
  order_refunds: { type: 'refund', secret: ['reason'] },
  scheduled_reports: { type: 'scheduled_report', secret: ['recipients'] },
  // Its options may be a filter, which may be an address.
  bulk_jobs: { type: 'job', only: ['kind', 'status', 'title', 'cancel_requested'] },
};

export const AUDITED_PARTS: Readonly<Record<string, AuditedPart>> = {
  contact_lists: {
    owner: 'contacts',
    key: 'contact_id',
    field: 'lists',
    sql: 'SELECT contact_id AS id, list_id AS value FROM contact_lists WHERE contact_id IN (:ids) ORDER BY list_id',
  },
  contact_tags: {
    owner: 'contacts',
    key: 'contact_id',
    field: 'tags',
    sql: 'SELECT contact_id AS id, tag_id AS value FROM contact_tags WHERE contact_id IN (:ids) ORDER BY tag_id',
  },
  contact_companies: {
    owner: 'contacts',
    key: 'contact_id',
    field: 'companies',
    sql: `SELECT contact_id AS id, company_id AS value FROM contact_companies
           WHERE contact_id IN (:ids) ORDER BY is_primary DESC, company_id`,
  },
  contact_custom_values: {
    owner: 'contacts',
    key: 'contact_id',
    field: 'custom_values',
    sql: `SELECT v.contact_id AS id, CONCAT(f.slug, ': ', v.value) AS value
            FROM contact_custom_values v JOIN custom_fields f ON f.id = v.field_id
           WHERE v.contact_id IN (:ids) ORDER BY f.slug`,
  },
};

/** Tables that change with others, or say how the product is: a call that touched only these has changed nothing. */
export const UNTOLD_TABLES: ReadonlySet<string> = new Set([
  'audit_log',
  'idempotency_keys',
  'idempotency_people',
  'email_contents',
  'email_content_attachments',
  'health_checks',
]);

/** The record that `:id` of a route names, by the first part of the path. */
export const OWNERS_OF_ROUTES: Readonly<Record<string, string>> = {
  subscribers: 'contacts',
  lists: 'lists',
  tags: 'tags',
  companies: 'companies',
  segments: 'segments',
  templates: 'email_templates',
  senders: 'senders',
  campaigns: 'campaigns',
  funnels: 'funnels',
  webhooks: 'webhooks',
};
