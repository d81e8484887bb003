/** How the rows of a table appear in the audit log. */
export interface AuditedTable {
  readonly type: string;
  /** The columns to record; all by default. */
  readonly only?: readonly string[];
  /** Internal columns, such as derived values and counters. */
  readonly hidden?: readonly string[];
  /** Columns whose values are withheld: only the fact that they changed is recorded. */
  readonly secret?: readonly string[];
  /** Returns the id of the contact that a row is about. */
  readonly contactOf?: (row: Row) => number | null;
}

/** A table whose rows are recorded as a field of a record in another table. */
interface AuditedPart {
  /** The table of the record. */
  readonly owner: string;
  readonly field: string;
  /** Selects `id` of the record and `value` of each part, for `:ids`. */
  readonly sql: string;
}

export type Row = Readonly<Record<string, unknown>>;

const byColumn = (row: Row): number | null => (typeof row['contact_id'] === 'number' ? row['contact_id'] : null);

const MEMBERS = ['members_version', 'members_log'];

/** Tables whose rows are records of the audit log. */
export const AUDITED_TABLES: Readonly<Record<string, AuditedTable>> = {
  managers: { type: 'manager' },
  api_keys: { type: 'api_key', secret: ['password_hash'] },
  lists: { type: 'list', hidden: ['title_key', 'total_count', 'subscribed_count', ...MEMBERS] },
  tags: { type: 'tag', hidden: ['title_key', 'total_count', 'subscribed_count', ...MEMBERS] },
  custom_fields: { type: 'custom_field' },
  contacts: { type: 'contact', hidden: ['hash', 'search_text'], contactOf: (row) => Number(row['id']) },
  companies: { type: 'company', hidden: ['name_key', 'contacts_count', ...MEMBERS] },
  segments: { type: 'segment', hidden: ['title_key'] },
  forms: { type: 'form' },
  notes: { type: 'note', contactOf: (row) => (row['subject_type'] === 'contact' ? Number(row['subject_id']) : null) },
  tracked_events: { type: 'tracked_event', hidden: ['identity'], secret: ['value', 'data'], contactOf: byColumn },
  // The address may belong to no contact, so an erasure could not find it here.
  suppressions: { type: 'suppression', hidden: ['value_hash'], secret: ['value', 'note'] },
  email_templates: { type: 'template', hidden: ['title_key'] },
  snippets: { type: 'snippet' },
  senders: {
    type: 'sender',
    hidden: ['name_key', 'version'],
    secret: ['username', 'password', 'oauth2_secrets', 'dkim_private_key'],
  },
  campaigns: {
    type: 'campaign',
    hidden: ['live_title_key', 'frozen_filters', 'frozen_snippets', 'snapshot_position', 'snapshot_done', 'content_id'],
  },
  // The reason may be a reply of the mail server, which contains the address.
  email_messages: { type: 'email', only: ['state'], contactOf: byColumn },
  funnels: { type: 'funnel', hidden: ['version_id', 'migrating', 'revision', 'published_after'] },
  funnel_entries: { type: 'funnel_entry', only: ['status', 'funnel_id', 'contact_id'], contactOf: byColumn },
  // The path of a webhook URL is often a secret.
  webhooks: {
    type: 'webhook',
    hidden: ['consecutive_failures', 'probing', 'status_changed_at'],
    secret: ['url', 'secret', 'previous_secret'],
  },
  webhook_replays: { type: 'webhook_replay', only: ['webhook_id', 'from_at', 'to_at', 'events', 'status'] },
  // The options of items are free text.
  orders: { type: 'order', secret: ['items'], contactOf: byColumn },
  order_refunds: { type: 'refund', secret: ['reason'] },
  scheduled_reports: { type: 'scheduled_report', secret: ['recipients'] },
  // Options may contain a filter with an email address.
  bulk_jobs: { type: 'job', only: ['kind', 'status', 'title', 'cancel_requested'] },
};

const ofContact = (field: string, sql: string): AuditedPart => ({ owner: 'contacts', field, sql });

export const AUDITED_PARTS: Readonly<Record<string, AuditedPart>> = {
  contact_lists: ofContact(
    'lists',
    'SELECT contact_id AS id, list_id AS value FROM contact_lists WHERE contact_id IN (:ids) ORDER BY list_id',
  ),
  list_subscriptions: ofContact(
    'subscriptions',
    `SELECT contact_id AS id, CONCAT(list_id, ': ', state) AS value FROM list_subscriptions
      WHERE contact_id IN (:ids) ORDER BY list_id`,
  ),
  contact_tags: ofContact(
    'tags',
    'SELECT contact_id AS id, tag_id AS value FROM contact_tags WHERE contact_id IN (:ids) ORDER BY tag_id',
  ),
  contact_companies: ofContact(
    'companies',
    `SELECT contact_id AS id, company_id AS value FROM contact_companies
      WHERE contact_id IN (:ids) ORDER BY is_primary DESC, company_id`,
  ),
  contact_custom_values: ofContact(
    'custom_values',
    `SELECT v.contact_id AS id, CONCAT(f.slug, ': ', v.value) AS value
       FROM contact_custom_values v JOIN custom_fields f ON f.id = v.field_id
      WHERE v.contact_id IN (:ids) ORDER BY f.slug`,
  ),
};

/** Tables that change along with others, or hold internal state. Changes only to these are not recorded. */
export const UNAUDITED_TABLES: ReadonlySet<string> = new Set([
  ...['audit_log', 'idempotency_keys', 'idempotency_people', 'health_checks'],
  ...['email_contents', 'email_content_attachments', 'single_emails', 'single_email_addresses'],
]);

/** The table that `:id` of a route refers to, by the first segment of the path. */
export const TABLE_OF_ROUTE: Readonly<Record<string, string>> = {
  subscribers: 'contacts',
  lists: 'lists',
  tags: 'tags',
  companies: 'companies',
  segments: 'segments',
  forms: 'forms',
  templates: 'email_templates',
  senders: 'senders',
  campaigns: 'campaigns',
  emails: 'email_messages',
  funnels: 'funnels',
  webhooks: 'webhooks',
};
