import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { CampaignStates } from '../lifecycle/campaign-states.service.js';
import { CampaignGuardrails } from '../lifecycle/campaign-guardrails.service.js';

/** Pauses the campaigns that tripped a guardrail. A second worker finds the campaign paused already. */
@Injectable()
export class GuardrailPauses {
  private readonly logger = new Logger(GuardrailPauses.name);

  constructor(
    private readonly db: Database,
    private readonly guardrails: CampaignGuardrails,
    private readonly states: CampaignStates,
  ) {}

  async run(): Promise<void> {
    for (const tripped of await this.guardrails.tripped()) {
      try {
        const { status } = await this.states.pause(tripped.id, tripped.reason, (tx) =>
          this.guardrails.settle(tx, tripped),
        );
        if (status === 'paused')
          this.logger.warn({ campaign: tripped.id, reason: tripped.reason }, 'Campaign paused by guardrail');
        continue;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        // The campaign is not being sent any more.
        if (!(error instanceof AppError)) {
          this.logger.error({ err: error, campaign: tripped.id }, 'Campaign pause failed; retrying');
          continue;
        }
      }
      await this.db.transaction((tx) => this.guardrails.settle(tx, tripped));
    }
  }
}
