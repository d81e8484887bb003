import { Injectable } from '@nestjs/common';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import type { Campaign } from '../campaign.entity.js';
import { variantFaults } from './variant-contents.js';

/** What an A/B test must be like. */
@Injectable()
export class AbTestRules {
  constructor(private readonly contents: ContentsService) {}

  /** What is wrong with it as it is written, by field; empty when nothing is. */
  faults(campaign: Campaign): Record<string, string> {
    return variantFaults(campaign, (content) => this.contents.templateFaults(content));
  }

  /** What keeps it from being sent, by field. */
  problems(campaign: Campaign): Record<string, string> {
    return variantFaults(campaign, ({ subject, html }) => {
      const problem = this.contents.bodyProblem(html);
      return {
        ...(subject.trim() === '' ? { email_subject: 'must not be empty' } : {}),
        ...(problem === null ? {} : { email_body: problem }),
      };
    });
  }
}
