import { Injectable } from '@nestjs/common';
import type { ActionName } from '../../definition/action-catalog.js';
import { ContactActions } from './contact-actions.js';
import { EmailActions } from './email-actions.js';
import { FlowActions } from './flow-actions.js';
import { FunnelActions } from './funnel-actions.js';
import { HttpActions } from './http-actions.js';
import { NoticeActions } from './notice-actions.js';
import type { StepAction, StepActionsFor } from './step-action.js';

@Injectable()
export class StepActions {
  private readonly actions: StepActionsFor<ActionName>;

  constructor(
    flow: FlowActions,
    contacts: ContactActions,
    emails: EmailActions,
    notices: NoticeActions,
    calls: HttpActions,
    funnels: FunnelActions,
  ) {
    this.actions = {
      ...flow.actions,
      ...contacts.actions,
      ...emails.actions,
      ...notices.actions,
      ...calls.actions,
      ...funnels.actions,
    };
  }

  /** Returns undefined for an action of a newer release. */
  of(action: ActionName): StepAction | undefined {
    return this.actions[action];
  }
}
