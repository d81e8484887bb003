import { ulid } from 'ulid';
import { SenderReadiness } from '../../../src/modules/senders/diagnosis/sender-readiness.service.js';
import { Clock } from '../../../src/platform/clock/clock.js';
import { freePort } from '../../support/free-port.js';
import { NameServer } from '../../support/name-server.js';
import { RawServer } from '../../support/raw-server.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

interface Check {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly advice: string | null;
}
interface Readiness {
  readonly sender_id: number;
  readonly ready: boolean;
  readonly checked_at: string;
  readonly checks: readonly Check[];
}

const SETTINGS = {
  from_email: 'news@letters.shop.com',
  host: '127.0.0.1',
  return_path_domain: 'bounces.shop.com',
  dkim: { domain: 'shop.com', selector: 'spring', generate: true },
};

describe('the readiness of a sender', () => {
  let world: World;
  let sink: SmtpSink;
  let names: NameServer;
  let id: number;
  let key: string;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    names = await NameServer.start();
    world = await World.start({
      env: {
        SMTP_URL: sink.url,
        MAIL_FROM: 'Us <us@own.shop.com>',
        RETURN_PATH_DOMAIN: 'back.shop.com',
        DNS_SERVERS: names.address,
      },
      worker: false,
    });
  });
  beforeEach(async () => {
    sink.reset();
    names.mx.clear();
    names.txt.clear();
    names.refuses = false;
    const { body } = await world.all
      .post('/senders')
      .send({ ...SETTINGS, name: `Sender ${ulid()}`, port: Number(new URL(sink.url).port) })
      .expect(200);
    ({ id } = body.sender);
    key = body.sender.dkim.dns_record.value;
    names.txt.set('bounces.shop.com', ['v=spf1 mx -all']);
    names.txt.set('spring._domainkey.shop.com', [key]);
    names.txt.set('_dmarc.shop.com', ['v=DMARC1; p=none; sp=reject; rua=mailto:d@shop.com']);
    names.mx.set('bounces.shop.com', ['mx.shop.com']);
    names.addresses.set('mx.shop.com', ['192.0.2.1']);
  });

  const readiness = async (query = ''): Promise<Readiness> =>
    (await world.all.get(`/senders/${id}/readiness${query}`).expect(200)).body;
  const again = (): Promise<Readiness> => readiness('?refresh=true');
  const of = ({ checks }: Readiness, check: string): Check | undefined => checks.find((one) => one.check === check);

  it('consists of the checks of the mail server and the DNS records', async () => {
    const { sender_id, ready, checked_at, checks } = await readiness();
    expect({ sender_id, ready }).toEqual({ sender_id: id, ready: true });
    expect(checked_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const where = new URL(sink.url).host;
    expect(checks).toEqual(
      [
        ['mail_server', `Mail server: ${where}: no TLS, no login`],
        ['spf', 'SPF of bounces.shop.com: found'],
        ['dmarc', 'DMARC of letters.shop.com: sp=reject (of shop.com)'],
        ['spf_alignment', 'SPF alignment of letters.shop.com: bounces.shop.com is aligned'],
        ['dkim', 'DKIM at spring._domainkey.shop.com: the key is valid'],
        ['dkim_alignment', 'DKIM alignment of letters.shop.com: shop.com is aligned'],
        ['return_path_mx', 'MX of bounces.shop.com: mx.shop.com'],
      ].map(([check, message]) => ({ check, status: 'ok', message, advice: null })),
    );
    expect(sink.messages).toEqual([]);
  });

  it('is denied for other senders, other permissions, and wrong parameters', async () => {
    for (const other of ['999999', 'own'])
      await world.all.get(`/senders/${other}/readiness`).expect(404, /rest_post_invalid_id/);
    const reader = await world.as('view_contacts');
    await reader.get(`/senders/${id}/readiness`).expect(403);
    await world.all.get(`/senders/${id}/readiness?refresh=perhaps`).expect(400, /refresh/);
  });

  it('fails with a key that receivers do not find, and says what to publish', async () => {
    names.txt.delete('spring._domainkey.shop.com');
    names.mx.clear();
    const result = await readiness();
    expect(result.ready).toBe(false);
    expect(of(result, 'dkim')).toMatchObject({ status: 'failed', advice: expect.stringContaining(key) });
    expect(of(result, 'return_path_mx')).toMatchObject({ status: 'failed' });
  });

  it('warns of weak policies, and fails without one', async () => {
    const dmarc = async (...texts: string[]): Promise<Check | undefined> => {
      names.txt.set('_dmarc.letters.shop.com', texts);
      return of(await again(), 'dmarc');
    };
    expect(await dmarc('v=DMARC1; p=reject; t=y')).toMatchObject({
      status: 'warning',
      message: 'DMARC of letters.shop.com: p=reject, but in test mode',
      advice: expect.stringContaining('Receivers apply quarantine'),
    });
    expect(await dmarc('v=DMARC1; rua=mailto:d@shop.com')).toMatchObject({
      status: 'warning',
      message: 'DMARC of letters.shop.com: p=none',
    });
    expect(await dmarc('v=DMARC1; p=deny')).toMatchObject({
      status: 'failed',
      message: 'DMARC of letters.shop.com: p, sp, or np is not valid',
    });
    names.txt.delete('_dmarc.shop.com');
    const missing = await dmarc();
    expect(missing).toMatchObject({ status: 'failed', message: 'DMARC of letters.shop.com: not found' });
  });

  it('fails if neither SPF nor DKIM is aligned, and warns if only one is', async () => {
    names.txt.set('_dmarc.letters.shop.com', ['v=DMARC1; p=reject; aspf=s']);
    const strict = await again();
    expect(of(strict, 'spf_alignment')).toMatchObject({
      status: 'warning',
      message: 'SPF alignment of letters.shop.com: bounces.shop.com is not aligned',
      advice: expect.stringMatching(/an aligned DKIM signature alone.*letters\.shop\.com itself/),
    });
    expect(of(strict, 'dkim_alignment')).toMatchObject({ status: 'ok' });

    names.txt.set('_dmarc.letters.shop.com', ['v=DMARC1; p=reject; adkim=s']);
    expect(of(await again(), 'dkim_alignment')).toMatchObject({
      status: 'warning',
      advice: expect.stringMatching(/SPF alone.*letters\.shop\.com itself/),
    });

    names.txt.set('_dmarc.letters.shop.com', ['v=DMARC1; p=reject; psd=n']);
    const foreign = await again();
    expect(foreign.ready).toBe(false);
    for (const check of ['spf_alignment', 'dkim_alignment'])
      expect(of(foreign, check)).toMatchObject({
        status: 'failed',
        advice: expect.stringMatching(/^Neither SPF nor DKIM is aligned.*a domain of letters\.shop\.com/),
      });

    names.txt.delete('_dmarc.letters.shop.com');
    names.txt.delete('_dmarc.shop.com');
    expect(of(await again(), 'spf_alignment')).toMatchObject({ status: 'skipped', advice: null });
  });

  it('is a warning while the name servers do not respond', async () => {
    names.refuses = true;
    const result = await readiness();
    expect(result.ready).toBe(true);
    expect(of(result, 'dmarc')).toMatchObject({ status: 'warning', message: expect.stringMatching(/EREFUSED _dmarc/) });
  });

  it('has no check of a return path and a signature that the sender does not have', async () => {
    await world.all.put(`/senders/${id}`).send({ dkim: null, return_path_domain: null }).expect(200);
    names.txt.set('letters.shop.com', ['v=spf1 +all']);
    const result = await readiness();
    expect(result.checks.map(({ check, status }) => [check, status])).toEqual([
      ['mail_server', 'ok'],
      ['spf', 'warning'],
      ['dmarc', 'ok'],
      ['spf_alignment', 'ok'],
      ['dkim', 'ok'],
    ]);
  });

  it('is also checked for the mail server of SMTP_URL', async () => {
    names.txt.set('back.shop.com', ['v=spf1 include:nothing.shop.com -all']);
    names.txt.set('_dmarc.own.shop.com', ['v=DMARC1; p=reject']);
    names.mx.set('back.shop.com', ['mx.shop.com']);
    const { body } = await world.all.get('/senders/0/readiness?refresh=true').expect(200);
    expect(body).toMatchObject({ sender_id: 0, ready: false });
    expect(body.checks.map(({ status, message }: Check) => `${status}: ${message}`)).toEqual([
      `ok: Mail server: ${new URL(sink.url).host}: no TLS, no login`,
      'failed: SPF of back.shop.com: "include:nothing.shop.com" of back.shop.com has no SPF record',
      'ok: DMARC of own.shop.com: p=reject',
      'ok: SPF alignment of own.shop.com: back.shop.com is aligned',
      'ok: DKIM of own.shop.com: Carillon does not sign; the mail server can sign',
      'ok: MX of back.shop.com: mx.shop.com',
    ]);
  });

  describe('of its mail server', () => {
    it('hides the cause of a failed connection, which would reveal a network', async () => {
      const port = await freePort();
      await world.all.put(`/senders/${id}`).send({ port }).expect(200);
      const check = of(await readiness(), 'mail_server');
      expect(check).toMatchObject({
        status: 'failed',
        message: 'Mail server: no connection to the mail server: check its host, port, TLS setting and certificate',
      });
      expect(JSON.stringify(check)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
    });

    it('shows a refusal of the server, without addresses', async () => {
      sink.behave({ greeting: { code: 554, text: '5.7.1 You are blocked, us@shop.com' } });
      const check = of(await readiness(), 'mail_server');
      expect(check).toMatchObject({ status: 'failed', message: expect.stringContaining('554 5.7.1 You are blocked') });
      expect(check?.message).not.toContain('us@shop.com');
    });

    it('fails if the server offers no login', async () => {
      await world.all.put(`/senders/${id}`).send({ username: 'us', password: 'hunter2' }).expect(200);
      const result = await readiness();
      expect(of(result, 'mail_server')).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('no TLS, no login'),
      });
      expect(JSON.stringify(result)).not.toContain('hunter2');
    });
  });

  describe('that is stored', () => {
    /** How far the clock is ahead. */
    let aheadMs = 0;
    beforeAll(() => {
      const clock = world.api.get(Clock, { strict: false });
      const now = clock.now.bind(clock);
      jest.spyOn(clock, 'now').mockImplementation(() => new Date(now().getTime() + aheadMs));
    });
    beforeEach(() => {
      names.asked.length = 0;
    });
    afterAll(() => {
      jest.restoreAllMocks();
    });

    const wait = (hours: number): void => {
      aheadMs += hours * 3_600_000;
      names.asked.length = 0;
    };
    const checkAll = (): Promise<void> => world.api.get(SenderReadiness, { strict: false }).checkAll();
    const stored = async (): Promise<Readiness | null> => (await world.all.get(`/senders/${id}`)).body.sender.readiness;
    const failure = (message: string): unknown =>
      expect.stringMatching(
        new RegExp(
          `^the sender failed a check at [-0-9]{10} [:0-9]{8} UTC \\(${message}\\); see GET /senders/\\d+/readiness$`,
        ),
      );
    const toSend = async (settings: object): Promise<number> => {
      const list = await world.given.list();
      await world.given.contact({
        email: `${ulid().toLowerCase()}@example.com`,
        status: 'subscribed',
        lists: [list.id],
      });
      const campaign = await world.given.campaign({
        email_subject: 'Spring',
        email_body: '<p>Spring</p>',
        settings: { subscribers: [{ list: list.id, tag: 'all' }], ...settings },
      });
      return campaign.id;
    };

    it('is returned for ten minutes, unless it is refreshed or the sender changes', async () => {
      const first = await readiness();
      const connections = sink.connections;
      names.asked.length = 0;
      names.mx.clear();
      expect(await readiness()).toEqual(first);
      expect(sink.connections).toBe(connections);
      expect(names.asked).toEqual([]);
      expect((await again()).ready).toBe(false);
      expect((await readiness()).ready).toBe(false);
      await world.all.put(`/senders/${id}`).send({ return_path_domain: null }).expect(200);
      expect((await readiness()).ready).toBe(true);
    });

    it('is a part of the sender until the sender changes', async () => {
      expect(await stored()).toBeNull();
      const result = await readiness();
      wait(20);
      expect(await stored()).toEqual(result);
      expect(names.asked).toEqual([]);
      await world.all
        .put(`/senders/${id}`)
        .send({ name: `Sender ${ulid()}` })
        .expect(200);
      expect(await stored()).toBeNull();
    });

    it('is renewed every day, and every hour while the sender is not ready', async () => {
      const afterHours = async (hours: number): Promise<Readiness | null> => {
        wait(hours);
        await checkAll();
        return stored();
      };
      const first = await afterHours(0);
      expect(first).toMatchObject({ sender_id: id, ready: true });
      names.mx.clear();
      expect(await afterHours(23)).toEqual(first);
      const failed = await afterHours(2);
      expect(failed?.ready).toBe(false);
      names.mx.set('bounces.shop.com', ['mx.shop.com']);
      expect(await afterHours(0.9)).toEqual(failed);
      expect(await afterHours(0.2)).toMatchObject({ ready: true });
      names.asked.length = 0;
      const own = await world.all.get('/senders/0/readiness').expect(200);
      expect(own.body).toMatchObject({ sender_id: 0 });
      expect(names.asked).toEqual([]);
    });

    it('does not wait for a mail server that does not respond', async () => {
      const silent = await RawServer.start(() => undefined);
      await world.all.put(`/senders/${id}`).send({ port: silent.port }).expect(200);
      const other = await world.given.sender({ url: sink.url });
      await checkAll();
      expect((await world.all.get(`/senders/${other.id}`)).body.sender.readiness).toMatchObject({
        sender_id: other.id,
      });
      expect(silent.connections).toBe(1);
      await silent.stop();
      await waitUntil('the result is stored', async () => (await stored())?.ready === false);
    });

    it.each([
      ['its sender', () => ({ mailer_settings: { sender_id: id } }), 'MX of bounces\\.shop\\.com: not found'],
      ['the default sender', () => ({}), 'SPF of back\\.shop\\.com: .* has no SPF record'],
    ])('warns when a campaign of %s is scheduled or sent', async (_sender, settings, problem) => {
      names.mx.delete('bounces.shop.com');
      names.txt.set('back.shop.com', ['v=spf1 redirect=nothing.shop.com']);
      wait(25);
      await checkAll();
      const [one, other] = [await toSend(settings()), await toSend(settings())];
      names.asked.length = 0;
      const scheduled = await world.all
        .post(`/campaigns/${one}/schedule`)
        .send({ scheduled_at: '2035-01-01 10:00:00' })
        .expect(200);
      expect(scheduled.body).toMatchObject({ campaign: { status: 'scheduled' } });
      expect(scheduled.body.warnings).toContainEqual(failure(problem));
      const sent = await world.all.post(`/campaigns/${other}/send`).expect(200);
      expect(sent.body).toMatchObject({ campaign: { status: 'working' } });
      expect(sent.body.warnings).toContainEqual(failure(problem));
      expect(names.asked).toEqual([]);
    });

    it('warns of nothing if the sender is ready or was not checked', async () => {
      const settings = { mailer_settings: { sender_id: id } };
      names.mx.clear();
      const unknown = await world.all.post(`/campaigns/${await toSend(settings)}/send`).expect(200);
      expect(unknown.body).not.toHaveProperty('warnings');
      names.mx.set('bounces.shop.com', ['mx.shop.com']);
      await checkAll();
      const ready = await world.all.post(`/campaigns/${await toSend(settings)}/send`).expect(200);
      expect(ready.body).not.toHaveProperty('warnings');
    });

    it('appears in the lint of a campaign, which checks the sender if there is none of the last ten minutes', async () => {
      const campaign = await world.given.campaign({
        email_subject: 'Spring',
        settings: { mailer_settings: { sender_id: id } },
      });
      const ofSender = async (): Promise<unknown[]> => {
        names.asked.length = 0;
        const { body } = await world.all.get(`/campaigns/${campaign.id}/lint`).expect(200);
        return body.issues.filter(({ code }: { code: string }) => code === 'sender_not_ready');
      };
      names.mx.clear();
      const issues = [
        {
          severity: 'warning',
          code: 'sender_not_ready',
          message: failure('MX of bounces\\.shop\\.com: not found'),
          field: 'sender',
        },
      ];
      expect(await ofSender()).toEqual(issues);
      expect(names.asked).not.toEqual([]);
      expect(await ofSender()).toEqual(issues);
      expect(names.asked).toEqual([]);
      names.mx.set('bounces.shop.com', ['mx.shop.com']);
      wait(0.2);
      expect(await ofSender()).toEqual([]);
      expect(names.asked).not.toEqual([]);
      // A mail server that does not answer delays the lint, but not until its own timeout.
      const silent = await RawServer.start(() => undefined);
      await world.all.put(`/senders/${id}`).send({ port: silent.port }).expect(200);
      expect(await ofSender()).toEqual([]);
      expect(silent.connections).toBe(1);
      await silent.stop();
      await waitUntil('the lint knows the result', async () => (await ofSender()).length > 0);
    });
  });
});
