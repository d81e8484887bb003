import { createServer, type AddressInfo } from 'node:net';
import { WebhookReceiverServer } from '../../../src/modules/development/webhook-receiver/webhook-receiver.server.js';
import { OutboundHttp } from '../../../src/platform/outbound-http/outbound-http.js';
import { World } from '../../support/world.js';

const DEVELOPMENT = { NODE_ENV: 'development', DEV_WEBHOOK_RECEIVER_PORT: '0', DEV_MAILBOX_SMTP_PORT: '0' };

describe('the webhook receiver of a development installation', () => {
  let world: World;
  let url: string;
  beforeAll(async () => {
    world = await World.start({ worker: false, env: DEVELOPMENT });
    url = world.api.get(WebhookReceiverServer, { strict: false }).url!;
  });

  const page = async (): Promise<string> => (await world.http.get('/dev/webhooks').expect(200)).text;

  it('shows its URL before the first request', async () => {
    expect(await page()).toContain(url);
  });

  it('shows a request with a valid signature', async () => {
    const { id } = await world.given.webhook({ url });
    const { body } = await world.all.post(`/webhooks/${id}/test`).expect(200);
    expect(body.success).toBe(true);
    const text = await page();
    expect(text).toContain('webhook.test');
    expect(text).toContain('data-verdict="genuine"');
    expect(text).toContain(`${body.delivery.id}, attempt 1`);
  });

  it('T11 marks a forged request and escapes its content', async () => {
    const { id } = await world.given.webhook({ url });
    await world.api.get(OutboundHttp, { strict: false }).post({
      url,
      headers: {
        'X-Service-Webhook-ID': String(id),
        'X-Service-Event': '<script>',
        'X-Service-Signature': 'sha256=00',
      },
      body: '<script>alert(1)</script>',
    });
    const text = await page();
    expect(text).toContain('data-verdict="forged"');
    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/dev/webhooks/live.js" defer>']);
  });

  it('serves a page that reloads without scripts, under a policy that allows only its own script', async () => {
    const response = await world.http.get('/dev/webhooks').expect(200).expect('Content-Type', /html/);
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.headers['content-security-policy']).toContain("; script-src 'self'; connect-src 'self'");
    expect(response.text).toContain('http-equiv="refresh"');
  });

  it('lets the API start while its port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const second = await World.start({
      worker: false,
      env: { ...DEVELOPMENT, DEV_WEBHOOK_RECEIVER_PORT: String(port) },
    });
    const { text } = await second.http.get('/dev/webhooks').expect(200);
    expect(text).toContain('could not listen on its port');
    await second.stop();
    await new Promise((resolve) => other.close(resolve));
  });

  it('does not exist outside development', async () => {
    const other = await World.start({ worker: false });
    await other.all.get('/dev/webhooks').expect(404);
    await other.http.get('/dev/webhooks').expect(404);
    await other.stop();
  });
});
