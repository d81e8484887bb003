import type { Permission } from '../../../platform/access/permissions.js';

/** What a page shows besides the record itself. */
export interface Part {
  readonly title: string;
  /** Of the API; `{id}` is the record. */
  readonly path: string;
  readonly columns?: readonly string[];
  /** A form that asks for a value before anything is read. */
  readonly asks?: readonly [parameter: string, label: string, button: string];
}

/** Records of the API that the console shows without code of their own. */
export interface Resource {
  readonly title: string;
  readonly group: Group;
  /** As of its routes in the API; any of these is enough. */
  readonly permissions: readonly [Permission, ...Permission[]];
  /** The path of the list in the API. */
  readonly path: string;
  readonly columns: readonly string[];
  /** Whether the API reads the list forward from a cursor; the page shows its end. */
  readonly isLog?: true;
  /** The parameter that searches, and what it looks for. */
  readonly search?: readonly [parameter: string, label: string];
  /** The page of one record; the first column leads to it. */
  readonly one?: {
    /** The member that identifies a record; `id` by default. */
    readonly key?: string;
    /** Members that are not shown, because `email` shows them or they are technical. */
    readonly omit?: readonly string[];
    /** The member that says whether there is an email to show, and is not shown itself. */
    readonly email?: string;
    readonly parts?: readonly Part[];
    readonly calls?: readonly string[];
  };
  /** The first one creates a record. */
  readonly calls: readonly string[];
}

/** Of the navigation, in its order. */
export const GROUPS = ['Figures', 'Email', 'People', 'System'] as const;
export type Group = (typeof GROUPS)[number];

const CONTACTS = ['email', 'status', 'first_name', 'last_name', 'created_at'];
const ROWS = ['row', 'outcome', 'reason', 'contact_id', 'warnings'];
const JOB = ['status', 'total', 'processed', 'created', 'updated', 'invalid', 'created_at'];

const labelsAt = (name: 'lists' | 'tags', title: string): Resource => ({
  title,
  group: 'People',
  permissions: ['view_contacts'],
  path: `/${name}`,
  columns: ['title', 'totalCount', 'subscribersCount', 'created_at'],
  search: ['search', 'Title'],
  one: {
    parts: [{ title: 'Newest contacts', path: `/subscribers?${name}[]={id}`, columns: CONTACTS }],
    calls: [`PUT /${name}/{id}`, `GET /reports/${name}/{id}`],
  },
  calls: [`POST /${name}`],
});

/** In the order of the navigation, below the pages with code of their own. */
export const RESOURCES = {
  funnels: {
    title: 'Funnels',
    group: 'Email',
    permissions: ['view_contacts', 'manage_campaigns'],
    path: '/funnels?with[]=subscribers_count',
    columns: ['title', 'status', 'trigger_name', 'subscribers_count', 'updated_at'],
    search: ['search', 'Title'],
    one: {},
    calls: ['POST /funnels', 'PUT /funnels/{id}/status'],
  },
  emails: {
    title: 'Single emails',
    group: 'Email',
    permissions: ['send_campaigns'],
    path: '/emails',
    columns: ['subject', 'status', 'to', 'sent_at'],
    search: ['to', 'Address'],
    one: { email: 'id', omit: ['to', 'metadata'], calls: ['DELETE /emails/{id}'] },
    calls: ['POST /emails', 'POST /emails/batch'],
  },
  templates: {
    title: 'Templates',
    group: 'Email',
    permissions: ['manage_campaigns'],
    path: '/templates',
    columns: ['title', 'email_subject', 'updated_at'],
    search: ['search', 'Title'],
    one: { email: 'email_body', omit: ['email_body_text', 'translations'], calls: ['PUT /templates/{id}'] },
    calls: ['POST /templates'],
  },
  snippets: {
    title: 'Snippets',
    group: 'Email',
    permissions: ['manage_campaigns'],
    path: '/snippets',
    columns: ['key', 'title', 'updated_at'],
    one: {
      key: 'key',
      email: 'html',
      omit: ['mjml', 'text'],
      parts: [{ title: 'Used by', path: '/snippets/{id}/uses', columns: ['title', 'type'] }],
      calls: ['PUT /snippets/{key}'],
    },
    calls: ['POST /snippets'],
  },
  contacts: {
    title: 'Contacts',
    group: 'People',
    permissions: ['view_contacts'],
    path: '/subscribers',
    columns: ['email', 'status', 'full_name', 'lists', 'created_at'],
    search: ['search', 'Address or name'],
    one: {},
    calls: ['POST /subscribers', 'POST /imports'],
  },
  lists: labelsAt('lists', 'Lists'),
  tags: labelsAt('tags', 'Tags'),
  forms: {
    title: 'Sign-up forms',
    group: 'People',
    permissions: ['manage_contacts'],
    path: '/forms',
    columns: ['title', 'url', 'created_at'],
    one: { parts: [{ title: 'HTML', path: '/forms/{id}/embed' }], calls: ['PUT /forms/{id}', 'DELETE /forms/{id}'] },
    calls: ['POST /forms'],
  },
  segments: {
    title: 'Segments',
    group: 'People',
    permissions: ['view_contacts'],
    path: '/segments',
    columns: ['title', 'description', 'updated_at'],
    search: ['search', 'Title'],
    one: {
      parts: [
        {
          title: 'Why is a contact in this segment, or not?',
          path: '/segments/{id}/explain',
          asks: ['contact_id', 'Contact ID', 'Explain'],
        },
        { title: 'Contacts', path: '/segments/{id}/subscribers', columns: CONTACTS },
      ],
      calls: ['PUT /segments/{id}'],
    },
    calls: ['POST /segments'],
  },
  companies: {
    title: 'Companies',
    group: 'People',
    permissions: ['view_contacts'],
    path: '/companies',
    columns: ['name', 'industry', 'city', 'country', 'contacts_count', 'created_at'],
    search: ['search', 'Name'],
    one: { calls: ['PUT /companies/{id}'] },
    calls: ['POST /companies'],
  },
  suppressions: {
    title: 'Suppressions',
    group: 'People',
    permissions: ['view_contacts'],
    path: '/suppressions',
    columns: ['value', 'kind', 'reason', 'created_at'],
    search: ['value', 'Address or domain'],
    calls: ['POST /suppressions'],
  },
  orders: {
    title: 'Orders',
    group: 'Figures',
    permissions: ['view_reports'],
    path: '/commerce/orders',
    columns: ['external_id', 'status', 'total', 'provider', 'contact_id', 'ordered_at'],
    one: { omit: ['meta'] },
    calls: ['POST /commerce/orders'],
  },
  imports: {
    title: 'Imports',
    group: 'System',
    permissions: ['view_contacts'],
    path: '/imports',
    columns: ['file_name', ...JOB],
    one: {
      omit: ['options', 'phase'],
      parts: [{ title: 'Invalid rows', path: '/imports/{id}/rows?outcome=invalid', columns: ROWS }],
      calls: ['POST /imports/{id}/undo', 'GET /imports/{id}/rejected'],
    },
    calls: ['POST /imports'],
  },
  jobs: {
    title: 'Bulk actions',
    group: 'System',
    permissions: ['view_contacts'],
    path: '/bulk-actions',
    columns: ['action_name', ...JOB],
    one: {
      parts: [{ title: 'Rows that were not changed', path: '/bulk-actions/{id}/rows?outcome=invalid', columns: ROWS }],
      calls: ['POST /bulk-actions/{id}/undo'],
    },
    calls: ['POST /bulk-actions'],
  },
  events: {
    title: 'Events',
    group: 'System',
    permissions: ['view_contacts'],
    path: '/events',
    isLog: true,
    columns: ['timestamp', 'type', 'data'],
    calls: ['GET /events', 'GET /events/stream'],
  },
  'audit-log': {
    title: 'Audit log',
    group: 'System',
    permissions: ['manage_contacts'],
    path: '/audit-log',
    columns: ['created_at', 'manager.username', 'action', 'record.type', 'record.id', 'source', 'request_id'],
    search: ['manager', 'Username'],
    calls: ['GET /audit-log'],
  },
  requests: {
    title: 'API requests',
    group: 'System',
    permissions: ['manage_contacts'],
    path: '/audit-log/requests',
    columns: ['at', 'manager', 'method', 'path', 'status', 'duration_ms', 'request_id'],
    calls: ['GET /audit-log/requests'],
  },
} as const satisfies Readonly<Record<string, Resource>>;

export type ResourceName = keyof typeof RESOURCES;
