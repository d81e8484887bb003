import { ApiProperty } from '@nestjs/swagger';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import type { EntryTrace, TracedCall, TracedStep } from '../entries/entry-trace.queries.js';
import type { EntryRow } from '../entries/entry-row.js';
import { EMAIL_STATUSES } from '../../../events/email-state.js';
import type { CallState } from '../http-calls/funnel-http-call.entity.js';
import { stepTypeOf } from '../definition/step.js';
import { ENTRY_STATUSES, type EntryStatus } from '../funnel-status.js';

const nullableText = { type: String, nullable: true } as const;
const nullableId = { type: 'integer', nullable: true } as const;
const MOMENT = '2026-01-31T09:30:00.000Z';
const moment = { type: String, format: 'date-time', example: MOMENT } as const;
const nullableMoment = { ...moment, nullable: true } as const;

const CALL_STATES = ['pending', 'calling', 'done', 'failed', 'cancelled'] satisfies CallState[];

class EntryContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id: number;
  @ApiProperty({ ...nullableText, example: 'ada@example.com' }) readonly email: string | null;
  @ApiProperty({ ...nullableText, example: 'Ada' }) readonly first_name: string | null;
  @ApiProperty({ ...nullableText, example: 'Lovelace' }) readonly last_name: string | null;
  @ApiProperty({ example: 'Ada Lovelace' }) readonly full_name: string;
  @ApiProperty({ ...nullableText, example: 'subscribed' }) readonly status: string | null;

  constructor({ contactId, email, firstName, lastName, contactStatus }: EntryRow) {
    this.id = contactId;
    this.email = email;
    this.first_name = firstName;
    this.last_name = lastName;
    this.full_name = [firstName, lastName].filter(Boolean).join(' ');
    this.status = contactStatus;
  }
}

/** A way of a contact through a funnel. */
export class EntryResponse {
  @ApiProperty({ type: 'integer', example: 77, description: 'Of this way; a contact may come in again' })
  readonly id: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id: number;
  @ApiProperty({ type: 'integer', example: 42 }) readonly subscriber_id: number;
  @ApiProperty({ enum: ENTRY_STATUSES, description: '`cancelled`: left before the end' })
  readonly status: EntryStatus;
  @ApiProperty({ ...nullableId, example: 17, description: 'The last step that was done' })
  readonly last_sequence_id: number | null;
  @ApiProperty({ ...nullableId, example: 18, description: 'The step that it stands before' })
  readonly next_sequence_id: number | null;
  @ApiProperty({ ...nullableMoment, description: 'Null: ended, or waiting for something without a limit of time' })
  readonly next_execution_time: string | null;
  @ApiProperty(moment) readonly entered_at: string;
  @ApiProperty({ ...nullableMoment, description: 'When it ended, whichever way' }) readonly completed_at: string | null;
  @ApiProperty({ ...nullableText, example: 'goal_reached', description: 'Why it ended, if not as usual' })
  readonly exit_reason: string | null;
  @ApiProperty({ type: () => EntryContactResponse, nullable: true, description: 'Null for one that is gone' })
  readonly subscriber: EntryContactResponse | null;

  constructor(row: EntryRow) {
    this.id = row.id;
    this.funnel_id = row.funnelId;
    this.subscriber_id = row.contactId;
    this.status = row.status;
    this.last_sequence_id = row.lastStepId;
    this.next_sequence_id = row.nextStepId;
    this.next_execution_time = row.dueAt?.toISOString() ?? null;
    this.entered_at = row.enteredAt.toISOString();
    this.completed_at = row.completedAt?.toISOString() ?? null;
    this.exit_reason = row.exitReason;
    this.subscriber = row.contactStatus === null ? null : new EntryContactResponse(row);
  }
}

class TracedStepResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id: number;
  @ApiProperty({ ...nullableText, example: 'First mail', description: 'Null for a step that no version knows' })
  readonly title: string | null;
  @ApiProperty({ ...nullableText, example: 'send_custom_email' }) readonly action_name: string | null;
  @ApiProperty({ ...nullableText, example: 'action' }) readonly type: string | null;
  @ApiProperty({ enum: ['done', 'skipped', 'failed', 'waiting'] }) readonly status: TracedStep['status'];
  @ApiProperty({ ...nullableText, example: null, description: 'The way that was taken, of a step with several' })
  readonly branch: string | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Why, of what was skipped or failed' })
  readonly detail: string | null;
  @ApiProperty(moment) readonly arrived_at: string;
  @ApiProperty(nullableMoment) readonly ran_at: string | null;
  @ApiProperty({ ...nullableMoment, description: 'Of a step that waits' }) readonly due_at: string | null;
  @ApiProperty({
    type: 'object',
    required: ['id', 'status'],
    properties: { id: { type: 'integer', example: 1042 }, status: { type: 'string', enum: EMAIL_STATUSES } },
    nullable: true,
    description: 'The mail that the step has written',
  })
  readonly email: TracedStep['email'];
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
    description: 'The request that the step has made',
  })
  readonly http_call: TracedCall | null;

  constructor({ stepId, step, status, branch, detail, arrivedAt, ranAt, dueAt, email, httpCall }: TracedStep) {
    this.sequence_id = stepId;
    this.title = step?.title ?? null;
    this.action_name = step?.action ?? null;
    this.type = step === null ? null : stepTypeOf(step.action);
    this.status = status;
    this.branch = branch;
    this.detail = detail;
    this.arrived_at = arrivedAt.toISOString();
    this.ran_at = ranAt?.toISOString() ?? null;
    this.due_at = dueAt?.toISOString() ?? null;
    this.email = email;
    this.http_call = httpCall;
  }
}

export class EntryTraceResponse {
  @ApiProperty({ type: () => EntryResponse }) readonly funnel_subscriber: EntryResponse;
  @ApiProperty({ type: () => [TracedStepResponse], description: 'What was done, and last what comes next' })
  readonly trace: readonly TracedStepResponse[];
  @ApiProperty({ type: () => [EntryResponse], description: 'Other ways of the contact, the newest first' })
  readonly earlier: readonly EntryResponse[];

  constructor({ entry, steps, others }: EntryTrace) {
    this.funnel_subscriber = new EntryResponse(entry);
    this.trace = steps.map((step) => new TracedStepResponse(step));
    this.earlier = others.map((other) => new EntryResponse(other));
  }
}

class EntriesPage extends PageResponse<EntryResponse> {
  @ApiProperty({ type: [EntryResponse] }) declare readonly data: readonly EntryResponse[];
}

export class EntriesResponse {
  @ApiProperty({ type: EntriesPage }) readonly funnel_subscribers: PageResponse<EntryResponse>;

  constructor(page: Page<EntryRow>, url: URL) {
    const items = page.items.map((row) => new EntryResponse(row));
    this.funnel_subscribers = new PageResponse(page, items, url);
  }
}

export class EntryRemovedResponse {
  @ApiProperty({ type: String, example: 'Subscriber has been removed from the funnel.' })
  readonly message = 'Subscriber has been removed from the funnel.';
}

export class EntriesAddedResponse {
  @ApiProperty({ type: String, example: 'Subscribers have been added to the funnel.' })
  readonly message = 'Subscribers have been added to the funnel.';
  @ApiProperty({ type: 'array', items: { type: 'integer' }, example: [42, 43], description: 'Contacts' })
  readonly added: readonly number[];

  constructor(added: readonly number[]) {
    this.added = added;
  }
}
