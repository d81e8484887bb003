import { ApiProperty } from '@nestjs/swagger';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import { EMAIL_STATUSES, type EmailStatus } from '../../../events/email-state.js';
import type { CallState } from '../../http-calls/http-call.entity.js';
import { ENROLLMENT_STATUSES, type EnrollmentStatus, type StepOutcome } from '../definition/funnel-status.js';

const nullableText = { type: String, nullable: true } as const;
const nullableId = { type: 'integer', nullable: true } as const;
const MOMENT = '2026-01-31T09:30:00.000Z';
const moment = { type: String, format: 'date-time', example: MOMENT } as const;
const nullableMoment = { ...moment, nullable: true } as const;

const CALL_STATES = ['pending', 'calling', 'done', 'failed', 'cancelled'] satisfies CallState[];

class EnrolledContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ ...nullableText, example: 'ada@example.com' }) readonly email!: string | null;
  @ApiProperty({ ...nullableText, example: 'Ada' }) readonly first_name!: string | null;
  @ApiProperty({ ...nullableText, example: 'Lovelace' }) readonly last_name!: string | null;
  @ApiProperty({ example: 'Ada Lovelace' }) readonly full_name!: string;
  @ApiProperty({ ...nullableText, example: 'subscribed' }) readonly status!: string | null;
}

export class EnrollmentResponse {
  @ApiProperty({ type: 'integer', example: 77, description: 'The enrollment; a contact can have several over time' })
  readonly id!: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id!: number;
  @ApiProperty({ type: 'integer', example: 42 }) readonly subscriber_id!: number;
  @ApiProperty({ enum: ENROLLMENT_STATUSES, description: '`cancelled`: left before the end' })
  readonly status!: EnrollmentStatus;
  @ApiProperty({ ...nullableId, example: 17, description: 'The last step that ran' })
  readonly last_sequence_id!: number | null;
  @ApiProperty({ ...nullableId, example: 18, description: 'The step that runs next' })
  readonly next_sequence_id!: number | null;
  @ApiProperty({ ...nullableMoment, description: 'Null: ended, or waiting for an event without a time limit' })
  readonly next_execution_time!: string | null;
  @ApiProperty(moment) readonly entered_at!: string;
  @ApiProperty({ ...nullableMoment, description: 'When it ended' }) readonly completed_at!: string | null;
  @ApiProperty({ ...nullableText, example: 'goal_reached', description: 'Why it ended early; null otherwise' })
  readonly exit_reason!: string | null;
  @ApiProperty({ type: () => EnrolledContactResponse, nullable: true, description: 'Null for a deleted contact' })
  readonly subscriber!: EnrolledContactResponse | null;
}

export class TracedStepResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id!: number;
  @ApiProperty({ ...nullableText, example: 'First email', description: 'Null if no version has the step' })
  readonly title!: string | null;
  @ApiProperty({ ...nullableText, example: 'send_custom_email', description: 'Null if no version has the step' })
  readonly action_name!: string | null;
  @ApiProperty({ ...nullableText, example: 'action' }) readonly type!: string | null;
  @ApiProperty({ enum: ['done', 'skipped', 'failed', 'waiting'], description: '`waiting`: the step runs next' })
  readonly status!: StepOutcome | 'waiting';
  @ApiProperty({ ...nullableText, example: null, description: 'The branch that was chosen' })
  readonly branch!: string | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Why the step was skipped or failed' })
  readonly detail!: string | null;
  @ApiProperty({ ...moment, description: 'When the contact reached the step' }) readonly arrived_at!: string;
  @ApiProperty({ ...nullableMoment, description: 'Null while waiting' }) readonly ran_at!: string | null;
  @ApiProperty({ ...nullableMoment, description: 'When a waiting step is due' }) readonly due_at!: string | null;
  @ApiProperty({
    type: 'object',
    required: ['id', 'status', 'reason'],
    properties: {
      id: { type: 'integer', example: 1042 },
      status: { type: 'string', enum: EMAIL_STATUSES },
      reason: { ...nullableText, type: 'string', example: null, description: 'Why it waits or was not delivered' },
    },
    nullable: true,
    description: 'The email that the step wrote',
  })
  readonly email!: { readonly id: number; readonly status: EmailStatus; readonly reason: string | null } | null;
  @ApiProperty({
    type: 'object',
    required: ['state', 'attempts', 'response_status', 'error'],
    properties: {
      state: { type: 'string', enum: CALL_STATES },
      attempts: { type: 'integer', example: 1 },
      response_status: { type: 'integer', nullable: true, example: 200 },
      error: { type: 'string', nullable: true, example: null },
    },
    nullable: true,
    description: 'The HTTP request of the step',
  })
  readonly http_call!: {
    readonly state: CallState;
    readonly attempts: number;
    readonly response_status: number | null;
    readonly error: string | null;
  } | null;
}

export class EnrollmentTraceResponse {
  @ApiProperty({ type: () => EnrollmentResponse }) readonly funnel_subscriber!: EnrollmentResponse;
  @ApiProperty({ type: () => [TracedStepResponse], description: 'The steps that ran, and last the next one' })
  readonly trace!: readonly TracedStepResponse[];
  @ApiProperty({ type: () => [EnrollmentResponse], description: 'Other enrollments of the contact, newest first' })
  readonly earlier!: readonly EnrollmentResponse[];
}

class EnrollmentsPage extends PageResponse<EnrollmentResponse> {
  @ApiProperty({ type: [EnrollmentResponse] }) declare readonly data: readonly EnrollmentResponse[];
}

export class EnrollmentsResponse {
  @ApiProperty({ type: EnrollmentsPage }) readonly funnel_subscribers: PageResponse<EnrollmentResponse>;

  constructor(page: Page<EnrollmentResponse>, url: URL) {
    this.funnel_subscribers = new PageResponse(page, page.items, url);
  }
}

export class EnrollmentRemovedResponse {
  @ApiProperty({ type: String, example: 'Subscriber has been removed from the funnel.' })
  readonly message = 'Subscriber has been removed from the funnel.';
}

export class EnrollmentsAddedResponse {
  @ApiProperty({ type: String, example: 'Subscribers have been added to the funnel.' })
  readonly message!: string;
  @ApiProperty({ type: 'array', items: { type: 'integer' }, example: [42, 43], description: 'Ids of contacts' })
  readonly added!: readonly number[];
}
