import { execFile, spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../support/documents.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const run = promisify(execFile);

interface Language {
  readonly program: string;
  /** Exits with 0 if the interpreter has what the client needs. */
  readonly probe: readonly string[];
  readonly folder: string;
  readonly example: string;
  /** Creates a tag twice over. */
  readonly call: readonly string[];
}

const PYTHON: Language = {
  program: 'python3',
  probe: ['-c', 'import urllib.request'],
  folder: join(PROJECT, 'clients/python'),
  example: 'example.py',
  call: [
    '-c',
    'import os; from carillon import Carillon; Carillon(os.environ["CARILLON_URL"], "x", "y").call("POST", "/tags", body={"title": "T"})',
  ],
};
const PHP: Language = {
  program: 'php',
  probe: ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
  folder: join(PROJECT, 'clients/php'),
  example: 'example.php',
  call: [
    '-r',
    'require "carillon.php"; (new Carillon(getenv("CARILLON_URL"), "x", "y"))->call("POST", "/tags", body: ["title" => "T"]);',
  ],
};

const isPresent = ({ program, probe }: Language): boolean => spawnSync(program, probe).status === 0;

describe('the clients in other languages', () => {
  let world: World;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'News <news@carillon.example>' } });
  });

  const messagesTo = (address: string) => sink.messages.filter(({ envelope }) => envelope.to.includes(address));

  function environment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
    const { username, password } = world.all.credentials!;
    const given = { CARILLON_URL: `${world.origin}/api/v2`, CARILLON_USERNAME: username, CARILLON_PASSWORD: password };
    return { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...given, ...changes };
  }

  describe.each([
    ['Python', PYTHON],
    ['PHP', PHP],
  ])('in %s', (_name, language) => {
    const itRuns = isPresent(language) ? it : it.skip;
    const { program, folder } = language;

    itRuns.each([1, 2])('have an example that runs as written, also again (%i)', async () => {
      const { stdout, stderr } = await run(program, [language.example], { cwd: folder, env: environment() });
      expect(stderr).toBe('');
      expect(stdout.trim().split('\n')).toEqual([
        'pending',
        expect.stringMatching(/^ada\.\d+@reader\.test subscribed$/),
        expect.stringMatching(/^POST \/subscribers: email must be one email address \(400, request \w{26}\)$/),
      ]);
      await world.settle();
      const [mail, another] = messagesTo(/^ada\S+/m.exec(stdout)?.[0] ?? '');
      const { subject, html } = (await mail?.parsed()) ?? {};
      expect([subject, html, another]).toEqual([
        'Reset your password',
        expect.stringContaining('https://shop.example/reset/'),
        undefined,
      ]);
    });

    itRuns('repeat a call with the same key while the service is unavailable', async () => {
      const keys: unknown[] = [];
      const server = await listening((request) => {
        keys.push(request.headers['idempotency-key']);
        return keys.length < 3 ? [503, '<h1>Maintenance</h1>'] : [200, '{}'];
      });
      try {
        const { port } = server.address() as AddressInfo;
        const env = environment({ CARILLON_URL: `http://127.0.0.1:${port}` });
        await run(program, [...language.call], { cwd: folder, env });
      } finally {
        server.close();
      }
      expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
    });
  });

  (isPresent(PHP) ? it : it.skip)('report orders and refunds of WooCommerce, and ask for consent once', async () => {
    const { id } = (await world.all.post('/lists').send({ title: 'Shop' }).expect(200)).body.lists as { id: number };
    const order = { id: 71, email: 'woo@example.com', total: 40, meta: { '_wc_other/carillon/newsletter': '1' } };
    const refunds = [{ id: 72, amount: 15 }];
    const orders = [
      // A declined card, a cancellation, and another payment of the same order.
      { ...order, status: 'failed', modified: '2026-01-31 07:00:00Z' },
      { ...order, status: 'cancelled', meta: {}, modified: '2026-01-31 08:00:00Z' },
      { ...order, status: 'processing', meta: {} },
      { ...order, status: 'completed', meta: {}, modified: '2026-02-01 08:00:00Z' },
      { ...order, status: 'completed', meta: {}, modified: '2026-02-02 08:00:00Z', refunds },
      { ...order, status: 'completed', meta: {}, modified: '2026-02-02 08:00:00Z', refunds },
      { ...order, status: 'checkout-draft' },
    ];
    const files = [
      join(PROJECT, 'test/support/php/woocommerce-stub.php'),
      join(PHP.folder, 'carillon-woocommerce.php'),
    ];
    const env = environment({ CARILLON_LIST: String(id) });
    const { stderr } = await run('php', [...files, JSON.stringify(orders)], { env });
    expect(stderr).toBe('field carillon/newsletter\n');
    await world.settle();
    const { body } = await world.all.get('/commerce/orders?provider=woocommerce').expect(200);
    expect(body.orders.data).toEqual([
      expect.objectContaining({ external_id: '71', status: 'completed', ordered_at: '2026-01-31 09:00:00' }),
    ]);
    const { body: shown } = await world.all.get(`/commerce/orders/${body.orders.data[0].id}`).expect(200);
    expect(shown.refunds).toEqual([expect.objectContaining({ external_id: '72', amount: 15 })]);
    const { body: found } = await world.all.get('/subscribers/0?get_by_email=woo@example.com').expect(200);
    expect(found.subscriber).toMatchObject({ status: 'pending', first_name: 'Ada' });
    expect(messagesTo('woo@example.com')).toHaveLength(1);
    // Unavailable: it is scheduled again.
    const lost = { ...env, CARILLON_URL: 'http://127.0.0.1:1' };
    const failed = await run('php', [...files, JSON.stringify(orders.slice(1, 2))], { env: lost });
    expect(failed.stderr).toContain('retry 1');
  });

  async function listening(answer: (request: IncomingMessage) => [status: number, body: string]): Promise<Server> {
    const server = createServer((request, response) => {
      const [status, body] = answer(request);
      request.resume().on('end', () => response.writeHead(status, { 'Retry-After': '0' }).end(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  }
});
