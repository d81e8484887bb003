import { Delete, Get, Post, Query } from '@nestjs/common';
import { RequirePermission, Refuses, Answers, invalid } from '../../../platform/access/operation.js';
import { BodyLike, RecordId, Resource } from '../../../platform/http/resource.js';
import { PageUrl } from '../../../platform/http/page.js';
import { ADDED } from '../dto/funnel.examples.js';
import { AddEnrollmentsDto, ListEnrollmentsDto, TraceDto } from '../dto/enrollment.dto.js';
import {
  enrollmentRemovedShape,
  enrollmentsAddedShape,
  enrollmentsOf,
  enrollmentsShape,
  enrollmentTraceShape,
} from '../dto/enrollment.shapes.js';
import { INVALID_QUERY, READERS, UNKNOWN_FUNNEL, UNKNOWN_PART } from '../dto/refusals.js';
import { EnrollmentsQueries } from './enrollments.queries.js';
import { ManualEnrollments } from './manual-enrollments.service.js';

@Resource('funnels/:id/subscribers', 'Funnels')
export class EnrollmentsController {
  constructor(
    private readonly queries: EnrollmentsQueries,
    private readonly manual: ManualEnrollments,
  ) {}

  @Get()
  @RequirePermission(READERS, {
    summary: 'List the contacts of a funnel',
    description: 'Returns active and ended enrollments, newest first.',
  })
  @Answers(enrollmentsShape, 'A page of enrollments, newest first')
  @Refuses({ 400: INVALID_QUERY, 404: UNKNOWN_FUNNEL })
  async listFunnelContacts(@RecordId('funnel') id: number, @Query() query: ListEnrollmentsDto, @PageUrl() url: string) {
    return enrollmentsOf(await this.queries.list(id, query.status, query.toPage()), url);
  }

  @Post()
  @RequirePermission('manage_campaigns', {
    summary: 'Enroll contacts in a funnel',
    description:
      'Enrolls all contacts or none. The funnel must be published. Filters and re-entry rules are not applied; contacts that are already active give 409.',
  })
  @Answers(enrollmentsAddedShape, 'The number of enrolled contacts')
  @Refuses({
    400: invalid('A contact is unknown, or the funnel is not published', { subscribers: 'unknown: 43' }),
    404: UNKNOWN_FUNNEL,
    409: {
      message: 'Subscriber is already active in this funnel.',
      description: 'A contact is already enrolled; none is enrolled',
      data: { subscriber_ids: [42] },
    },
  })
  async addContactsToFunnel(@RecordId('funnel') id: number, @BodyLike(ADDED) body: AddEnrollmentsDto) {
    const added = await this.manual.add(id, body.subscribers, body.data);
    return { message: 'Subscribers have been added to the funnel.', added };
  }

  @Delete(':subscriberId')
  @RequirePermission('manage_campaigns', {
    summary: 'Remove a contact from a funnel',
    description: 'Ends the active enrollment as `cancelled` and cancels its unsent emails.',
  })
  @Answers(enrollmentRemovedShape, 'The contact has left the funnel')
  @Refuses({
    400: invalid(
      'The enrollment has ended',
      { subscriber_id: 'has left the funnel already' },
      'Subscriber is not active in this funnel.',
    ),
    404: UNKNOWN_PART,
  })
  async removeContactFromFunnel(
    @RecordId('funnel') id: number,
    @RecordId('contact', 'subscriberId') subscriberId: number,
  ) {
    await this.manual.remove(id, subscriberId);
    return { message: 'Subscriber has been removed from the funnel.' };
  }

  @Get(':subscriberId/trace')
  @RequirePermission(READERS, {
    summary: 'Trace a contact through a funnel',
    description: 'Returns each step that ran, with its result, and the step that runs next.',
  })
  @Answers(enrollmentTraceShape, 'The enrollment and its steps')
  @Refuses({ 400: invalid('`entry_id` is invalid', { entry_id: 'must be a whole number' }), 404: UNKNOWN_PART })
  async traceContactInFunnel(
    @RecordId('funnel') id: number,
    @RecordId('contact', 'subscriberId') subscriberId: number,
    @Query() query: TraceDto,
  ) {
    return this.queries.trace(id, subscriberId, query.entry_id ?? null);
  }
}
