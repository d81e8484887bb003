import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { OutboundHttp } from '../../../../platform/outbound-http/outbound-http.js';
import { TemplateError, TextTemplates } from '../../../mail-content/rendering/text-templates.service.js';
import type { HttpRequestSettings } from '../../definition/step.js';
import { type CallRequest, filledRequest } from '../../http-calls/call-request.js';
import { CallSecrets } from '../../http-calls/call-secrets.service.js';
import { HeaderSecrets } from '../../http-calls/header-secrets.service.js';
import { RunningFunnels } from '../../running-funnels.service.js';
import { DONE, RunsSteps, type StepAction, type StepBatch, type StepResult } from '../step-action.js';
import { StepValues } from '../step-values.service.js';
import { CONTACT_GONE } from './contact-results.js';

/** Writes requests down; the worker makes them. The way goes on at once, whatever is answered. */
@RunsSteps()
@Injectable()
export class HttpRequestAction implements StepAction<'http_request'> {
  readonly runs = ['http_request'] as const;
  readonly atMost = 100;

  constructor(
    private readonly values: StepValues,
    private readonly texts: TextTemplates,
    private readonly http: OutboundHttp,
    private readonly secrets: CallSecrets,
    private readonly funnels: RunningFunnels,
    private readonly headers: HeaderSecrets,
  ) {}

  async run(
    tx: Tx,
    { funnel, step, entries, now }: StepBatch<'http_request'>,
  ): Promise<ReadonlyMap<number, StepResult>> {
    const values = await this.values.of(tx, entries);
    const results = new Map<number, StepResult>();
    const rows: (string | number | Date)[][] = [];
    let settings: HttpRequestSettings | undefined;
    for (const { id: entryId, contactId, versionId } of entries) {
      const known = values.get(contactId);
      if (known === undefined) {
        results.set(entryId, CONTACT_GONE);
        continue;
      }
      settings ??= await this.settings(tx, funnel.id, step, versionId);
      const request = this.filled(settings, known);
      if (typeof request === 'string') {
        results.set(entryId, { outcome: 'failed', detail: request });
        continue;
      }
      results.set(entryId, DONE);
      const sealed = this.secrets.seal({ entryId, stepId: step.id }, request);
      rows.push([funnel.id, entryId, step.id, contactId, sealed, now]);
    }
    await tx.insertRows(
      'funnel_http_calls',
      ['funnel_id', 'entry_id', 'step_id', 'contact_id', 'request', 'next_attempt_at'],
      rows,
    );
    return results;
  }

  /** With the header values, which the step of a definition masks. */
  private async settings(
    tx: Tx,
    funnelId: number,
    step: StepBatch<'http_request'>['step'],
    versionId: number,
  ): Promise<HttpRequestSettings> {
    const { version, secrets } = await this.funnels.definition(versionId, tx);
    const [opened] = this.headers.open({ funnelId, version }, { steps: [step], secrets });
    return (opened as typeof step).settings;
  }

  /** @returns a word for the trace when nothing can be sent. */
  private filled(settings: HttpRequestSettings, values: object): CallRequest | string {
    try {
      return filledRequest(
        settings,
        (template, place) => this.texts.render(template, values, place),
        (url) => this.http.faultOf(url),
      );
    } catch (error) {
      if (error instanceof TemplateError) return 'text_not_fillable';
      throw error;
    }
  }
}
