import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { Faults } from '../../../platform/errors/faults.js';
import { OneOf, Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import { decodeCursor } from '../../../platform/http/page.js';
import { AUDIT_ACTIONS, AUDIT_SOURCES, type AuditAction, type AuditSource } from '../audit-entry.entity.js';
import type { AuditFilter } from '../audit-log.queries.js';

const PER_PAGE = 50;
const MAX_PER_PAGE = 1_000;
const DAY_MS = 86_400_000;

/** A log has no numbered pages: it grows at the top while somebody turns them. */
export class ListAuditLogDto {
  @Text({ max: 60, description: 'Only what this manager did, by username', example: 'owner' }) manager?: string;
  @OneOf(AUDIT_SOURCES, { description: 'Only what came by this door' }) source?: AuditSource;
  @OneOf(AUDIT_ACTIONS, { description: 'Only what was done like this' }) action?: AuditAction;
  @Text({ max: 30, description: 'Only records of this kind', example: 'contact' }) record_type?: string;
  @WholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Only this record; needs `record_type`' })
  record_id?: number;
  @Text({ description: 'Only calls of this route, as entries name it', example: '/subscribers/:id' }) route?: string;
  @Text({
    max: 64,
    description: 'Only what the request did whose answer had this `X-Request-Id`',
    example: '01KH8Q3V5T1N9GZ5W0E2XJ7A4B',
  })
  request_id?: string;
  @Text({
    max: 64,
    description: 'Only what requests did that were sent with this `X-Request-Id`',
    example: 'nightly-sync-2026-04-01',
  })
  client_request_id?: string;
  @Text({ max: 50, description: 'Done then or later', example: '2026-01-01' }) from?: string;
  @Text({ max: 50, description: 'Done then or earlier; a day is meant as a whole', example: '2026-01-31' })
  to?: string;
  @WholeNumber({ min: 1, max: MAX_PER_PAGE, default: PER_PAGE, description: 'Entries per page' }) per_page?: number;
  @Text({ max: 500, description: '`*`, or nothing, starts at the top; pass `next_cursor` to go on' }) cursor?: string;

  /** @throws AppError rest_invalid_param naming all faults. */
  toFilter(): AuditFilter {
    const faults = new Faults();
    if (this.record_id !== undefined && this.record_type === undefined) faults.add('record_id', 'needs record_type');
    const from = momentOf('from', this.from, faults);
    const to = momentOf('to', this.to, faults);
    faults.throwIfAny();
    const isDay = /^\d{4}-\d\d-\d\d$/.test(this.to ?? '');
    return {
      ...(this.manager === undefined ? {} : { manager: this.manager }),
      ...(this.source === undefined ? {} : { source: this.source }),
      ...(this.action === undefined ? {} : { action: this.action }),
      ...(this.record_type === undefined ? {} : { recordType: this.record_type }),
      ...(this.record_id === undefined ? {} : { recordId: this.record_id }),
      ...(this.route === undefined ? {} : { route: this.route }),
      ...(this.request_id === undefined ? {} : { requestId: this.request_id }),
      ...(this.client_request_id === undefined ? {} : { clientRequestId: this.client_request_id }),
      ...(from ? { from } : {}),
      ...(to ? { to: new Date(to.getTime() + (isDay ? DAY_MS : 1)) } : {}),
    };
  }

  toCursor(): number | null {
    return this.cursor === undefined || this.cursor === '*' ? null : decodeCursor(this.cursor).id;
  }

  toLimit(): number {
    return this.per_page ?? PER_PAGE;
  }
}

function momentOf(field: string, text: string | undefined, faults: Faults): Date | null {
  if (text === undefined) return null;
  const moment = parseTimestamp(text);
  if (moment === null) faults.add(field, 'must be a date or a date and time');
  return moment;
}
