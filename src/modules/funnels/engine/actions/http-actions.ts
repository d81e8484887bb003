import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { OutboundHttp } from '../../../../platform/outbound-http/outbound-http.js';
import type { HttpRequestSettings } from '../../definition/action-catalog.js';
import { CallLedger } from '../../../http-calls/call-ledger.service.js';
import { renderRequest } from '../../../http-calls/call-request.js';
import { HeaderSecrets } from '../../http-calls/header-secrets.service.js';
import { RunningFunnels } from '../../versions/running-funnels.service.js';
import { DONE, type StepActionsFor, type StepBatch, failed, inBatchesOf } from './step-action.js';
import { StepTexts } from './step-texts.service.js';

/** Writes requests to the ledger; the worker sends them later, and the enrollment does not wait for the response. */
@Injectable()
export class HttpActions {
  readonly actions: StepActionsFor<'http_request'> = {
    http_request: inBatchesOf(100, async (tx, { funnel, step, entries, now }) => {
      const settings = await this.settings(tx, funnel.id, step, entries);
      const { values: requests, results } = await this.texts.fill(
        tx,
        { funnel, entries },
        (render) => {
          const request = renderRequest(
            settings,
            (template, kind) => render('', template, kind),
            (url) => this.http.faultOf(url),
          );
          return typeof request === 'string' ? failed(request) : request;
        },
        () => failed('text_not_fillable'),
      );
      const calls = entries.flatMap(({ id: entryId, contactId }) => {
        const request = requests.get(contactId);
        return request === undefined ? [] : [{ entryId, contactId, request }];
      });
      await this.calls.add(tx, funnel.id, step.id, calls, now);
      return ({ contactId }) => results.get(contactId) ?? DONE;
    }),
  };

  constructor(
    private readonly texts: StepTexts,
    private readonly http: OutboundHttp,
    private readonly calls: CallLedger,
    private readonly funnels: RunningFunnels,
    private readonly headers: HeaderSecrets,
  ) {}

  /** Restores the header values, which are masked in the definition. */
  private async settings(
    tx: Tx,
    funnelId: number,
    step: StepBatch<'http_request'>['step'],
    [first]: StepBatch['entries'],
  ): Promise<HttpRequestSettings> {
    if (!first) return step.settings;
    const { version, secrets } = await this.funnels.definition(first.versionId, tx);
    const [opened] = this.headers.open({ funnelId, version }, { steps: [step], secrets });
    return (opened as typeof step).settings;
  }
}
