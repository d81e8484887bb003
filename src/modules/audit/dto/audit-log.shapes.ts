import { fromJson } from '../../../platform/values/json.js';
import { written } from '../../../platform/shapes/written.js';
import { AUDIT_ACTIONS, AUDIT_SOURCES } from '../entries/audit-entry.entity.js';
import type { AuditLogPage, LoggedEntry } from '../audit-log.queries.js';
import * as s from '../../../shapes/shape.js';
import { encodeCursor } from '../../../platform/http/page.js';

const auditManagerShape = s.component('AuditManagerResponse', {
  id: s.integer(1),
  username: s.text('owner', 'Username at the time of the change'),
});

const auditRecordShape = s.component('AuditRecordResponse', {
  type: s.text('contact', 'Kind of the record'),
  id: s.nullable(s.integer(42, 'Null if several records changed')),
});

const auditEntryShape = s.component('AuditEntryResponse', {
  id: s.integer(1042),
  created_at: s.sqlTime(),
  source: s.oneOf(AUDIT_SOURCES, '`command_line`: an operator changed it there', 'api'),
  manager: s.nullable(s.described(auditManagerShape, 'Null for changes on the command line')),
  method: s.nullable(s.text('PUT', 'HTTP method; null on the command line')),
  route: s.text('/subscribers/:id', 'The route of the request, or the name of the command'),
  request_id: s.nullable(s.text('01KH8Q3V5T1N9GZ5W0E2XJ7A4B', 'Id of the request in the logs')),
  client_request_id: s.nullable(s.text(null, 'The `X-Request-Id` that the caller sent')),
  action: s.oneOf(AUDIT_ACTIONS, '`changed`: more than 50 records of a type', 'updated'),
  record: s.nullable(s.described(auditRecordShape, 'Null if no record was changed')),
  records: s.integer(1, 'Number of changed records'),
  changes: s.nullable(
    s.json<unknown>({
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          before: { description: 'Null if there was no value' },
          after: { description: 'Null if there is no value' },
        },
      },
      description: 'All changed fields. Null for several records and for erased contacts',
      examples: [{ status: { before: 'pending', after: 'subscribed' } }],
    }),
  ),
});

export const auditLogShape = s.component('AuditLogResponse', {
  audit_log: s.list(auditEntryShape),
  next_cursor: s.nullable(s.text('W251bGwsMTA0Ml0', 'Next `cursor`; null on the last page')),
});

const auditEntryOf = (entry: LoggedEntry) =>
  written(auditEntryShape, entry, {
    manager:
      entry.managerId === null || entry.manager === null ? null : { id: entry.managerId, username: entry.manager },
    record: entry.recordType === null ? null : { type: entry.recordType, id: entry.recordId },
    changes: fromJson(entry.changes),
  });

export const auditLogOf = ({ entries, next }: AuditLogPage) => ({
  audit_log: entries.map(auditEntryOf),
  next_cursor: next === null ? null : encodeCursor({ value: null, id: next }),
});

const recentRequestShape = s.component('RecentRequestResponse', {
  at: s.moment('When it ended'),
  manager: s.text('shop', 'Username'),
  method: s.text('POST'),
  path: s.text('/api/v2/subscribers', 'Without the query'),
  status: s.integer(201),
  duration_ms: s.integer(12, 'In milliseconds'),
  request_id: s.text('01KH8Q3V5T1N9GZ5W0E2XJ7A4B', 'The `X-Request-Id` of the answer'),
});

export const recentRequestsShape = s.component('RecentRequestsResponse', {
  requests: s.list(recentRequestShape),
});
