import type { Product } from '../support/product.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookTraffic } from './webhook-traffic.js';

/** The id of the traced request. */
let ID = '';
const BODY = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

/** Returns the log lines that contain the id of the traced request. */
const grep = (log: string): Record<string, unknown>[] =>
  log
    .split('\n')
    .filter((line) => line.includes(ID))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('one request in the logs of all processes', () => {
  let sink: SmtpSink;
  let traffic: WebhookTraffic;
  let product: Product;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    traffic = await WebhookTraffic.start({ name: 'request-tracing', env: { SMTP_URL: sink.url, LOG_LEVEL: 'debug' } });
    ({ product } = traffic);
  });

  it('has its id in the logs of the API, of the email, and of the webhook delivery', async () => {
    const list = await product.given.list();
    await product.given.contact({ email: 'reader@example.com', lists: [list.id] });
    await product.given.webhook({ url: traffic.receiver.url, events: ['email.sent'] });
    const { id } = await product.given.campaign({ email_subject: 'Hi', email_body: BODY, lists: [list.id] });
    ID = (await product.client.post(`/campaigns/${id}/send`).expect(200)).headers['x-request-id'] ?? '';
    await waitUntil('the email has arrived', () => sink.messages.length === 1);
    const worker = (): Record<string, unknown>[] => grep(product.workers[0]!.said);
    const messages = (): Set<unknown> => new Set(worker().map(({ msg }) => msg));
    await waitUntil('the webhook was called', () => messages().has('Webhook called') && messages().size >= 3);

    expect(grep(product.api.said)).toEqual([
      expect.objectContaining({
        process: 'api',
        requestId: ID,
        manager: 'chaos',
        req: { method: 'POST', path: `/api/v2/campaigns/${id}/send` },
        res: { status: 200 },
      }),
    ]);
    const lines = worker();
    expect(lines.every(({ process, requestId }) => process === 'worker' && requestId === ID)).toBe(true);
    expect(messages()).toEqual(new Set(['Events delivered', 'Email attempt', 'Webhook called']));
    // Some log readers reject a line with a duplicate member.
    for (const line of `${product.api.said}\n${product.workers[0]!.said}`.split('\n').filter((one) => one.includes(ID)))
      expect(line.match(/"requestId":/g)).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('reader@example.com');
  });
});
