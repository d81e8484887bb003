import { ApiProperty } from '@nestjs/swagger';
import { STEP_OUTCOMES, type StepOutcome } from '../funnel-status.js';
import type { Simulation } from '../simulation/funnel-simulations.service.js';
import {
  SIMULATED_ENDS,
  type SimulatedEnd,
  type SimulatedStep,
  type SimulatedWay,
} from '../simulation/simulated-way.js';

const ASSUMES = [
  'Nobody opens, clicks, buys or does anything else of his own accord: waits for events end at their limit of time.',
  'Every mail and every request of the funnel arrives, and nobody unsubscribes.',
  'Apart from what the funnel does, contacts stay as they are now; other funnels and campaigns do nothing.',
];

class SimulatedStepResponse {
  @ApiProperty({ type: 'integer', example: 17 }) readonly sequence_id: number;
  @ApiProperty({ example: 'First mail' }) readonly title: string;
  @ApiProperty({ example: 'send_custom_email' }) readonly action_name: string;
  @ApiProperty({ example: '2026-02-01T09:30:00.000Z', description: 'When it would be done' }) readonly at: string;
  @ApiProperty({ enum: STEP_OUTCOMES }) readonly status: StepOutcome;
  @ApiProperty({ type: String, nullable: true, example: 'yes', description: 'The way that is taken, of several' })
  readonly branch: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'contact_unsubscribed', description: 'Why, if not as usual' })
  readonly detail: string | null;

  constructor({ stepId, title, action, at, outcome, branch, detail }: SimulatedStep) {
    this.sequence_id = stepId;
    this.title = title;
    this.action_name = action;
    this.at = at.toISOString();
    this.status = outcome;
    this.branch = branch;
    this.detail = detail;
  }
}

class SimulatedWaitResponse {
  @ApiProperty({ type: 'integer', example: 19 }) readonly sequence_id: number;
  @ApiProperty({ example: 'Until the first order' }) readonly title: string;
  @ApiProperty({ example: 'order_received' }) readonly action_name: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Null: without a limit of time' })
  readonly until: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { event: 'order_received' },
    description: 'What would bring it on, if something can',
  })
  readonly event: Readonly<Record<string, unknown>> | null;

  constructor({ step, until, event }: NonNullable<SimulatedWay['waitingFor']>) {
    this.sequence_id = step.id;
    this.title = step.title;
    this.action_name = step.action;
    this.until = until?.toISOString() ?? null;
    this.event = event === null ? null : { ...event };
  }
}

class SimulatedContactResponse {
  @ApiProperty({ type: 'integer', example: 42 }) readonly subscriber_id: number;
  @ApiProperty({
    enum: SIMULATED_ENDS,
    description: '`waiting`: for an event, without a limit. `horizon`: still on its way when the time was over',
  })
  readonly ends: SimulatedEnd;
  @ApiProperty({ type: String, nullable: true, example: 'goal_reached' }) readonly exit_reason: string | null;
  @ApiProperty({ type: String, nullable: true, example: '2026-02-08T09:30:00.000Z' }) readonly ended_at: string | null;
  @ApiProperty({ type: () => [SimulatedStepResponse], description: 'In their order' })
  readonly steps: readonly SimulatedStepResponse[];
  @ApiProperty({ type: () => SimulatedWaitResponse, nullable: true, description: 'Where it stands at the end' })
  readonly waiting_for: SimulatedWaitResponse | null;

  constructor({ contactId, ends, exitReason, endedAt, steps, waitingFor }: SimulatedWay) {
    this.subscriber_id = contactId;
    this.ends = ends;
    this.exit_reason = exitReason;
    this.ended_at = endedAt?.toISOString() ?? null;
    this.steps = steps.map((step) => new SimulatedStepResponse(step));
    this.waiting_for = waitingFor === null ? null : new SimulatedWaitResponse(waitingFor);
  }
}

export class SimulationResponse {
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id: number;
  @ApiProperty({ type: 'integer', example: 2 }) readonly version: number;
  @ApiProperty({ example: '2026-02-01T09:30:00.000Z', description: 'When they would come in: now' })
  readonly from: string;
  @ApiProperty({ example: '2026-03-03T09:30:00.000Z', description: 'How far the clock ran' }) readonly until: string;
  @ApiProperty({ type: [String], example: ASSUMES, description: 'What nobody can foresee, and how it is taken' })
  readonly assumes: readonly string[] = ASSUMES;
  @ApiProperty({ type: () => [SimulatedContactResponse] }) readonly contacts: readonly SimulatedContactResponse[];

  constructor({ funnelId, version, from, until, ways }: Simulation) {
    this.funnel_id = funnelId;
    this.version = version;
    this.from = from.toISOString();
    this.until = until.toISOString();
    this.contacts = ways.map((way) => new SimulatedContactResponse(way));
  }
}
