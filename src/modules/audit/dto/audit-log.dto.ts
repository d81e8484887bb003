import { given } from '../../../platform/http/given.js';
import { AUDIT_ACTIONS, AUDIT_SOURCES, type AuditAction, type AuditSource } from '../entries/audit-entry.entity.js';
import type { AuditFilter } from '../audit-log.queries.js';
import { parseTimestamp, dayFault } from '../../../platform/clock/timestamps.js';
import { ValidationErrors } from '../../../platform/errors/app-error.js';
import { OneOf, Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import { decodeCursor } from '../../../platform/http/page.js';

const PER_PAGE = 50;
const MAX_PER_PAGE = 1_000;
const DAY_MS = 86_400_000;

/** Cursor pages only, because new entries would shift numbered pages. */
export class ListAuditLogDto {
  @Text({ max: 60, description: 'Only changes by this manager (username)', example: 'owner' }) manager?: string;
  @OneOf(AUDIT_SOURCES, { description: 'Only changes from this source' }) source?: AuditSource;
  @OneOf(AUDIT_ACTIONS, { description: 'Only this kind of action' }) action?: AuditAction;
  @Text({ max: 30, description: 'Only records of this type', example: 'contact' }) record_type?: string;
  @WholeNumber({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'Only the record with this id; requires `record_type`',
  })
  record_id?: number;
  @Text({ description: 'Only calls of this route, as shown in entries', example: '/subscribers/:id' }) route?: string;
  @Text({
    max: 64,
    description: 'Only changes by the request whose response had this `X-Request-Id`',
    example: '01KH8Q3V5T1N9GZ5W0E2XJ7A4B',
  })
  request_id?: string;
  @Text({
    max: 64,
    description: 'Only changes by requests that sent this `X-Request-Id`',
    example: 'nightly-sync-2026-04-01',
  })
  client_request_id?: string;
  @Text({ max: 50, description: 'Only changes at this time or later', example: '2026-01-01' }) from?: string;
  @Text({
    max: 50,
    description: 'Only changes at this time or earlier; a date includes the whole day',
    example: '2026-01-31',
  })
  to?: string;
  @WholeNumber({ min: 1, max: MAX_PER_PAGE, default: PER_PAGE, description: 'Entries per page' }) per_page?: number;
  @Text({ max: 500, description: 'Omitted or `*`: first page; then `next_cursor`', example: '*' }) cursor?: string;

  toFilter(): AuditFilter {
    const { manager, source, action, record_type, record_id, route, request_id, client_request_id } = this;
    const faults = new ValidationErrors();
    if (record_id !== undefined && record_type === undefined) faults.add('record_id', 'requires record_type');
    const from = momentOf('from', this.from, faults);
    const until = momentOf('to', this.to, faults);
    faults.throwIfAny();
    const isDay = /^\d{4}-\d\d-\d\d$/.test(this.to ?? '');
    const to = until && new Date(until.getTime() + (isDay ? DAY_MS : 1));
    return given({ manager, source, action, record_type, record_id, route, request_id, client_request_id, from, to });
  }

  toCursor(): number | null {
    return this.cursor === undefined || this.cursor === '*' ? null : decodeCursor(this.cursor).id;
  }

  toLimit(): number {
    return this.per_page ?? PER_PAGE;
  }
}

function momentOf(field: string, text: string | undefined, faults: ValidationErrors): Date | undefined {
  if (text === undefined) return undefined;
  const moment = parseTimestamp(text);
  if (moment === null) faults.add(field, dayFault(text, 'must be a date or a date and time'));
  return moment ?? undefined;
}
