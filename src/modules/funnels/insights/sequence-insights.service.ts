import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { invalidParam, notFound } from '../../../platform/errors/app-error.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { ContentLintService } from '../../mail-content/rendering/lint/content-lint.service.js';
import { type TestEmails, TestEmailsService } from '../../system-emails/test-emails/test-emails.service.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import type { Step } from '../definition/step.js';
import { exampleData, triggerNamed } from '../definition/trigger-catalog.js';
import { type SequenceInsightResponse, sequenceOf, type SequenceStatsResponse } from '../dto/sequence.shapes.js';
import { contentOfAction } from '../engine/actions/email-actions.js';
import { FunnelSenders } from '../validation/funnel-senders.service.js';
import { FunnelRows } from '../versions/funnel-rows.js';
import { RunningFunnels } from '../versions/running-funnels.service.js';

const SEQUENCE_STATS = namedSql(__dirname, 'sequence-stats');

@Injectable()
export class SequenceInsights {
  constructor(
    private readonly db: Database,
    private readonly rows: FunnelRows,
    private readonly funnels: RunningFunnels,
    private readonly senders: FunnelSenders,
    private readonly lints: ContentLintService,
    private readonly testEmails: TestEmailsService,
  ) {}

  async sequence(funnelId: number, stepId: number): Promise<SequenceInsightResponse> {
    await this.rows.find(funnelId);
    const [stats] = await this.db.query<SequenceStatsResponse>(SEQUENCE_STATS, { funnelId, stepId });
    if (!stats) throw notFound();
    const { definition, step } = await this.find(funnelId, stepId);
    return { sequence: sequenceOf(definition, funnelId, step), stats };
  }

  async lint(funnelId: number, stepId: number) {
    const { trigger, written } = await this.emailOf(funnelId, stepId);
    const enrolled = await this.db.query<{ id: number }>(
      `SELECT contact_id AS id FROM funnel_entries WHERE funnel_id = :funnelId ORDER BY id DESC LIMIT 200`,
      { funnelId },
    );
    return this.lints.lint(written, idsOf(enrolled), triggerNamed(trigger)?.payload);
  }

  async sendTest(funnelId: number, stepId: number, { data, ...to }: Pick<TestEmails, 'to' | 'contactId' | 'data'>) {
    const { trigger, written, sender } = await this.emailOf(funnelId, stepId);
    if (sender === null) throw invalidParam('sender', 'is deleted, or does not own the From address of the step');
    const mail = { written, from: sender.identity, senderId: sender.senderId, data: data ?? exampleData(trigger) };
    return this.testEmails.send({ ...mail, ...to, source: { type: 'funnel', id: funnelId } });
  }

  private async emailOf(funnelId: number, stepId: number) {
    const { step } = await this.find(funnelId, stepId);
    const { triggerName: trigger, settings } = await this.rows.find(funnelId);
    const sends = step.action === 'send_custom_email' || step.action === 'send_campaign_email';
    const content = sends ? await contentOfAction(this.db, step, settings.timezone) : null;
    if (content === null) throw invalidParam('id', 'the step sends no email, or a deleted one');
    const mailer = step.action === 'send_custom_email' ? step.settings.mailer_settings : undefined;
    const sender = await this.senders.of(settings, this.db, mailer);
    return { trigger, written: content.written, sender };
  }

  /** In the newest version that has the step. */
  private async find(funnelId: number, stepId: number): Promise<{ definition: FunnelDefinition; step: Step }> {
    for await (const definition of this.funnels.definitionsOf(funnelId)) {
      const step = definition.step(stepId);
      if (step) return { definition, step };
    }
    throw notFound();
  }
}
