import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../../platform/outbox/event-subscriber.js';
import { CampaignFlow } from './campaign-flow.js';

/** Starts the enrollment right after the commit; the scheduler would find the campaign a little later. */
@Subscribes()
@Injectable()
export class CampaignFlowSubscriber implements EventSubscriber<'campaign.started'> {
  readonly name = 'campaign-flow';
  readonly wants = ['campaign.started'] as const;

  constructor(private readonly flow: CampaignFlow) {}

  onEvents(_tx: Tx, events: readonly StoredEvent<'campaign.started'>[]): Promise<AfterRelay> {
    return Promise.resolve(() => {
      for (const { data } of events) this.flow.advance(data.id);
    });
  }
}
