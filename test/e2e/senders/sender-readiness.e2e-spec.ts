import { ulid } from 'ulid';
import { VersionedCache } from '../../../src/platform/cache/versioned-cache.js';
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
    world = await World.start({ env: { SMTP_URL: sink.url, DNS_SERVERS: names.address }, worker: false });
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
    for (const other of ['0', '999999', 'own'])
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

    it('appears in the lint of a campaign, which checks the sender if there is none', async () => {
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
          message: `the sender failed a check (MX of bounces.shop.com: not found); see GET /senders/${id}/readiness`,
          field: 'sender',
        },
      ];
      expect(await ofSender()).toEqual(issues);
      expect(names.asked).not.toEqual([]);
      expect(await ofSender()).toEqual(issues);
      expect(names.asked).toEqual([]);
      names.mx.set('bounces.shop.com', ['mx.shop.com']);
      // As after ten minutes.
      await world.api.get(VersionedCache, { strict: false }).empty('sender-readiness');
      expect(await ofSender()).toEqual([]);
      expect(names.asked).not.toEqual([]);
      // A mail server that does not answer delays the lint, but not until its own timeout.
      const silent = await RawServer.start(() => undefined);
      await world.all.put(`/senders/${id}`).send({ port: silent.port }).expect(200);
      expect(await ofSender()).toEqual([]);
      expect(silent.connections).toBe(1);
      await silent.stop();
      await waitUntil('the lint knows the result', async () => (await ofSender()).length > 0);
      await world.all
        .put(`/senders/${id}`)
        .send({ port: Number(new URL(sink.url).port) })
        .expect(200);
      await world.all.delete(`/campaigns/${campaign.id}`).expect(200);
    });
  });
});
