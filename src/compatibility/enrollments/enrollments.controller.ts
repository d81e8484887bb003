import { Body, Delete, Injectable, Param, Put, Query } from '@nestjs/common';
import { ENROLLMENT_STATUSES, type EnrollmentStatus } from '../../modules/funnels/definition/funnel-status.js';
import { activeIn, Enrollments } from '../../modules/funnels/enrollments/enrollments.service.js';
import type { LeavingEnrollment } from '../../modules/funnels/enrollments/enrollments.service.js';
import { Counters } from '../../modules/funnels/enrollments/funnel-counters.js';
import { type RunningFunnel, RunningFunnels } from '../../modules/funnels/versions/running-funnels.service.js';
import { RequirePermission } from '../../platform/access/operation.js';
import { DatabaseClock } from '../../platform/clock/clock.js';
import { Database, type Tx } from '../../platform/database/database.js';
import { invalidParam, notFound } from '../../platform/errors/app-error.js';
import { Ids, OneOf } from '../../platform/http/dto-fields.js';
import { IdPipe } from '../../platform/http/id.pipe.js';
import { DialectController } from '../dialect-controller.js';

type Ended = Exclude<EnrollmentStatus, 'active'>;

/** Exit reasons, the same as in the API. */
const REASON: Readonly<Record<Ended, string>> = { cancelled: 'removed_by_hand', completed: 'completed_by_hand' };

/** Ends enrollments by contact. */
@Injectable()
export class EnrollmentChanges {
  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly funnels: RunningFunnels,
    private readonly entries: Enrollments,
  ) {}

  /**
   * Does nothing if the enrollment already ended with this status. @throws AppError rest_post_invalid_id for a contact
   * who was never in the funnel; rest_invalid_param if it ended otherwise: restarting it would send all steps again.
   */
  async setStatus(funnelId: number, contactId: number, status: EnrollmentStatus): Promise<void> {
    await this.db.transaction(async (tx) => {
      const funnel = await this.funnels.holdExisting(tx, funnelId);
      const inside = await activeIn(tx, funnelId, [{ contactId }], 'FOR UPDATE');
      if (inside.length > 0) {
        if (status !== 'active') await this.end(tx, funnel, inside, status);
        return;
      }
      const sql = `SELECT status FROM funnel_entries WHERE contact_id = :contactId AND funnel_id = :funnelId
        ORDER BY id DESC LIMIT 1`;
      const [newest] = await tx.query<{ status: EnrollmentStatus }>(sql, { contactId, funnelId });
      if (!newest) throw notFound();
      const reason = `cannot be changed: it is ${newest.status}`;
      if (newest.status !== status) throw invalidParam('status', reason, 'Subscriber is not active in this funnel.');
    });
  }

  /** Removes all contacts or none. @throws AppError rest_invalid_param naming contacts who were never in the funnel. */
  async remove(funnelId: number, contactIds: readonly number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      const funnel = await this.funnels.holdExisting(tx, funnelId);
      const contacts = contactIds.map((contactId) => ({ contactId }));
      const inside = await activeIn(tx, funnelId, contacts, 'FOR UPDATE');
      const sql = `SELECT DISTINCT contact_id AS contactId FROM funnel_entries
        WHERE contact_id IN (:contactIds) AND funnel_id = :funnelId`;
      const rows = await tx.query<{ contactId: number }>(sql, { contactIds, funnelId });
      const seen = new Set(rows.map(({ contactId }) => contactId));
      const neverEnrolled = contactIds.filter((id) => !seen.has(id));
      if (neverEnrolled.length > 0)
        throw invalidParam('subscriber_ids', `never in the funnel: ${neverEnrolled.join(', ')}`);
      await this.end(tx, funnel, inside, 'cancelled');
    });
  }

  private async end(
    tx: Tx,
    funnel: RunningFunnel,
    entries: readonly LeavingEnrollment[],
    status: Ended,
  ): Promise<void> {
    const counters = new Counters();
    const now = await this.clock.now(tx);
    await this.entries.leave(tx, funnel, entries, { status, reason: REASON[status], now, counters });
    await counters.write(tx);
  }
}

class EnrollmentStatusDto {
  @OneOf(ENROLLMENT_STATUSES, { required: true }) status!: EnrollmentStatus;
}

/** In the body or the query, because some clients cannot send a body with DELETE. */
class RemovedContactsDto {
  @Ids({ min: 1 }) subscriber_ids?: number[];

  or({ subscriber_ids: inQuery }: RemovedContactsDto): number[] {
    const ids = this.subscriber_ids ?? inQuery;
    if (ids === undefined) throw invalidParam('subscriber_ids', 'is required');
    return [...new Set(ids)];
  }
}

const funnelId = new IdPipe('funnel');

@DialectController('/funnels/:id/subscribers')
export class EnrollmentsController {
  constructor(private readonly enrollments: EnrollmentChanges) {}

  @Delete()
  @RequirePermission('manage_campaigns', { summary: 'Remove contacts from a funnel' })
  async remove(
    @Param('id', funnelId) id: number,
    @Body() body: RemovedContactsDto,
    @Query() query: RemovedContactsDto,
  ): Promise<{ readonly message: string }> {
    await this.enrollments.remove(id, body.or(query));
    return { message: 'Subscribers have been removed from the funnel.' };
  }

  @Put(':subscriberId/status')
  @RequirePermission('manage_campaigns', { summary: 'Update the status of a contact in a funnel' })
  async setStatus(
    @Param('id', funnelId) id: number,
    @Param('subscriberId', new IdPipe()) subscriberId: number,
    @Body() { status }: EnrollmentStatusDto,
  ): Promise<{ readonly message: string }> {
    await this.enrollments.setStatus(id, subscriberId, status);
    return { message: `Status has been updated to ${status}.` };
  }
}
