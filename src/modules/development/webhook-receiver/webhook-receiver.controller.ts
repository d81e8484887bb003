import { Controller, Get, Header, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/access/operation.js';
import { LIVE_SCRIPT, LIVE_SECURITY_POLICY, layout } from '../pages/layout.js';
import { WebhookReceiverServer, type ReceivedCall, type Verdict } from './webhook-receiver.server.js';
import { type Html, html } from '../../../platform/html/html.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';

@ApiExcludeController()
@Controller('dev/webhooks')
export class WebhookReceiverController {
  constructor(private readonly receiver: WebhookReceiverServer) {}

  @Get()
  @Public({ summary: 'Show received webhook requests' })
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', LIVE_SECURITY_POLICY)
  show(): string {
    return callsPage(this.receiver.calls(), this.receiver.url);
  }

  @Get('live.js')
  @Public({ summary: 'Get the script of the page' })
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return LIVE_SCRIPT;
  }
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  genuine: '✓ signature verified',
  forged: '✗ signature invalid',
  unknown: '? unknown webhook',
};

/** Shows the latest calls, newest first. @param url null if the receiver is not running. */
export function callsPage(calls: readonly ReceivedCall[], url: string | null): string {
  return layout({
    title: 'Webhook calls',
    live: '/dev/webhooks/live.js',
    content: html`<header class="title">
        <h1>Webhook calls</h1>
        <span class="count">${calls.length} ${calls.length === 1 ? 'call' : 'calls'}</span>
      </header>
      <div id="content" tabindex="-1">${calls.length === 0 ? empty(url) : calls.map(call)}</div>
      <p class="note">${where(url)} New calls appear here by themselves.</p>`,
  });
}

function where(url: string | null): Html {
  return url === null
    ? html`The receiver is not running: it could not listen on its port (<code>DEV_WEBHOOK_RECEIVER_PORT</code>).`
    : html`Send webhooks to <code>${url}</code>.`;
}

function empty(url: string | null): Html {
  return html`<div class="card empty">
    <h2>No calls yet</h2>
    <p>Create a webhook with the URL <code>${url ?? 'of your receiver'}</code> and trigger an event.</p>
  </div>`;
}

function call({ receivedAt, path, event, webhookId, deliveryId, attempt, verdict, body }: ReceivedCall): Html {
  return html`<article class="card headers">
    <dl>
      <dt>Event</dt>
      <dd><strong>${orNone(event)}</strong></dd>
      <dt>Signature</dt>
      <dd data-verdict="${verdict}">${VERDICTS[verdict]}</dd>
      <dt>Received</dt>
      <dd><time datetime="${receivedAt.toISOString()}">${receivedAt.toISOString()}</time></dd>
      <dt>Webhook</dt>
      <dd>${orNone(webhookId)}, called at <code>${path}</code></dd>
      <dt>Delivery</dt>
      <dd>${orNone(deliveryId)}, attempt ${orNone(attempt)}</dd>
    </dl>
    <pre>${indented(body)}</pre>
  </article>`;
}

const orNone = (text: string): string => (text === '' ? 'none' : text);

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Receives webhook requests for development and shows them with verified signatures at /dev/webhooks. */
@Module({
  imports: [WebhooksModule],
  controllers: [WebhookReceiverController],
  providers: [WebhookReceiverServer],
  exports: [WebhookReceiverServer],
})
export class WebhookReceiverModule {}
