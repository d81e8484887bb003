import { ApiProperty } from '@nestjs/swagger';
import type { EventMatch } from '../definition/event-match.js';
import { STEP_OUTCOMES, type StepOutcome } from '../definition/funnel-status.js';

const nullableText = { type: String, nullable: true } as const;

const SIMULATED_ENDS = ['completed', 'cancelled', 'waiting', 'horizon'] as const;

export const ASSUMES = [
  'Contacts take no action: they do not open, click or buy, so event waits end at their time limit.',
  'Every email is delivered, every HTTP request succeeds, and no contact unsubscribes.',
  'Contacts change only through this funnel; other funnels and campaigns do nothing.',
];

class SimulatedStepResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id!: number;
  @ApiProperty({ example: 'First email' }) readonly title!: string;
  @ApiProperty({ example: 'send_custom_email', description: 'See `GET /funnels/actions`' })
  readonly action_name!: string;
  @ApiProperty({ example: '2026-02-01T09:30:00.000Z', description: 'When the step would run' }) readonly at!: string;
  @ApiProperty({ enum: STEP_OUTCOMES }) readonly status!: StepOutcome;
  @ApiProperty({ ...nullableText, example: 'yes', description: 'The branch that is chosen' })
  readonly branch!: string | null;
  @ApiProperty({ ...nullableText, example: 'contact_unsubscribed', description: 'Why, if not done' })
  readonly detail!: string | null;
}

class SimulatedWaitResponse {
  @ApiProperty({ type: 'integer', example: 19 }) readonly sequence_id!: number;
  @ApiProperty({ example: 'Until the first order' }) readonly title!: string;
  @ApiProperty({ example: 'order_received' }) readonly action_name!: string;
  @ApiProperty({ ...nullableText, example: null, description: 'Null: no time limit' })
  readonly until!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { event: 'order_received' },
    description: 'The event that would end the wait',
  })
  readonly event!: EventMatch | null;
}

export class SimulatedContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly subscriber_id!: number;
  @ApiProperty({
    enum: SIMULATED_ENDS,
    description: '`waiting`: for an event, without a time limit; `horizon`: still active at the end of the simulation',
  })
  readonly ends!: (typeof SIMULATED_ENDS)[number];
  @ApiProperty({ ...nullableText, example: 'goal_reached', description: 'Null unless it ends early' })
  readonly exit_reason!: string | null;
  @ApiProperty({ ...nullableText, example: '2026-02-08T09:30:00.000Z', description: 'Null if still active' })
  readonly ended_at!: string | null;
  @ApiProperty({ type: () => [SimulatedStepResponse], description: 'In the order in which they run' })
  readonly steps!: readonly SimulatedStepResponse[];
  @ApiProperty({ type: () => SimulatedWaitResponse, nullable: true, description: 'The wait at the end' })
  readonly waiting_for!: SimulatedWaitResponse | null;
}

export class SimulationResponse {
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id!: number;
  @ApiProperty({ type: 'integer', example: 2 }) readonly version!: number;
  @ApiProperty({ example: '2026-02-01T09:30:00.000Z', description: 'Start of the simulation: now' })
  readonly from!: string;
  @ApiProperty({ example: '2026-03-03T09:30:00.000Z', description: 'End of the simulation' }) readonly until!: string;
  @ApiProperty({ type: [String], example: ASSUMES, description: 'The assumptions of the simulation' })
  readonly assumes!: readonly string[];
  @ApiProperty({ type: () => [SimulatedContactResponse] }) readonly contacts!: readonly SimulatedContactResponse[];
}
