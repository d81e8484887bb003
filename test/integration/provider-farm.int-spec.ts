import { Dns } from '../../src/platform/dns/dns.js';
import { readInboundEmail } from '../../src/modules/feedback/inbound/inbound-email.js';
import { serverOfUrl } from '../../src/platform/smtp/mail-server.js';
import { SmtpLine } from '../../src/platform/smtp/smtp-line.js';
import { wordsOf } from '../../src/platform/smtp/smtp-reply.js';
import { type Provider, ProviderFarm, type ProviderPolicy } from '../support/provider-farm.js';
import type { SmtpReply } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';

const RETURN_PATH = 'b+token@bounces.shop.example';
const BLOCKED: SmtpReply = { code: 550, text: '5.7.26 Unauthenticated email is not accepted' };

describe('the farm of mailbox providers', () => {
  let farm: ProviderFarm;
  let north: Provider;
  let south: Provider;
  let clock: () => number;

  beforeAll(async () => {
    farm = await ProviderFarm.start([
      { name: 'north' },
      { name: 'south', policy: { delayMs: 20 }, domains: ['south.example'], mx: 'mx.south-mail.example' },
    ]);
    north = farm.provider('north');
    south = farm.provider('south');
    clock = farm.now;
  });
  beforeEach(() => {
    farm.reset();
    farm.now = clock;
  });

  /** Stops the clock of the farm. @returns a function that moves it. */
  function stopClock(): (ms: number) => void {
    let moment = 1_000;
    farm.now = () => moment;
    return (ms) => (moment += ms);
  }

  /** Sends one email on its own connection. @returns the reply, or why there is none. */
  async function send(recipient: string, messageId = `<${recipient}>`): Promise<string> {
    const line = await SmtpLine.open(serverOfUrl(farm.url));
    const raw = Buffer.from(`From: news@shop.example\r\nMessage-ID: ${messageId}\r\nSubject: Hi\r\n\r\n.\r\nHi\r\n`);
    const outcome = await line.transfer({ envelopeFrom: RETURN_PATH, recipient, raw });
    line.close();
    return wordsOf(outcome);
  }
  const sendMany = (count: number, provider = north): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => send(provider.addressOf(`many-${index}`, index))));
  const isAccepted = (reply: string): boolean => reply.startsWith('250');

  it('accepts everything without rules, and counts attempts, recipients, and repeats of the same email', async () => {
    const ada = north.addressOf('ada', 1);
    await send(ada, '<1@x>');
    await send(ada, '<2@x>');
    await send(ada, '<2@x>');
    await send('grace@elsewhere.example');
    expect(north.attempts).toHaveLength(3);
    expect(north.accepted).toHaveLength(3);
    expect([...north.recipients]).toEqual([ada]);
    expect(north.repeats).toBe(1);
    expect(south.attempts).toHaveLength(0);
    expect(farm.messages).toHaveLength(4);
    expect(farm.messages[0]?.envelope).toEqual({ from: RETURN_PATH, to: [ada] });
    farm.reset();
    expect([north.attempts.length, north.repeats, north.recipients.size, farm.messages.length]).toEqual([0, 0, 0, 0]);
  });

  it('serves the MX records of all domains', async () => {
    const dns = new Dns({ dnsServers: [farm.names.address] });
    const hosts = await Promise.all(north.domains.map((domain) => dns.mx(domain)));
    expect(north.domains).toHaveLength(3);
    expect(hosts.flat().map(({ exchange }) => exchange)).toEqual(north.domains.map(() => 'mx1.north.example'));
    expect(await dns.mx('south.example')).toMatchObject([{ exchange: south.mx }]);
    expect(await dns.mx('west.example')).toEqual([]);
  });

  const refusals: [what: string, policy: ProviderPolicy, counted: object, reply: RegExp][] = [
    ['a policy block', { block: { reply: BLOCKED } }, { policy: 1 }, /^550 5\.7\.26 /],
    ['a block after the message', { block: { reply: BLOCKED, at: 'dot' } }, { policy: 1 }, /^550 5\.7\.26 /],
    [
      'a block without an enhanced code',
      { block: { reply: { code: 550, text: 'Message rejected due to local policy: spam' } } },
      { policy: 1 },
      /^550 Message rejected/,
    ],
    [
      'a temporary policy',
      { block: { reply: { code: 451, text: '4.7.500 Server busy' } } },
      { temporary: 1 },
      /^451 4\.7\.500 /,
    ],
    ['a greylist', { greylistMs: 60_000 }, { greylist: 1 }, /^450 4\.7\.1 /],
    ['the quota of an hour', { perHour: 0 }, { quota: 1 }, /^450 4\.2\.1 /],
    ['its rate limit', { rate: { perSecond: 1, burst: 0 } }, { rate: 1 }, /^421 4\.7\.28 .*rate limited/],
    ['its concurrency limit', { concurrency: 0 }, { concurrency: 1 }, /^421 4\.7\.0 Too many concurrent/],
    [
      'a mailbox',
      { mailbox: (address) => (address.startsWith('many-0') ? { code: 452, text: '4.2.2 Full' } : undefined) },
      { mailbox: 1 },
      /^452 4\.2\.2 /,
    ],
  ];
  it.each(refusals)(
    'refuses by %s, affects no other provider, and accepts once it has healed',
    async (_what, policy, counted, reply) => {
      north.set(policy);
      expect(await sendMany(1)).toEqual([expect.stringMatching(reply)]);
      expect(isAccepted(await send('ada@south.example'))).toBe(true);
      expect(north.refusedCounts).toEqual(counted);
      expect(north.attempts).toHaveLength(1);
      expect(north.accepted).toHaveLength(0);
      expect(farm.messages).toHaveLength(1);
      north.heal();
      expect((await sendMany(1)).every(isAccepted)).toBe(true);
      expect(north.refusedCounts).toEqual(counted);
    },
  );

  it('closes the connection after a 421', async () => {
    north.set({ concurrency: 0 });
    let ended = false;
    const line = await SmtpLine.open(serverOfUrl(farm.url), undefined, () => {
      ended = true;
    });
    await line.transfer({ envelopeFrom: RETURN_PATH, recipient: north.addressOf('ada', 1), raw: Buffer.from('\r\n') });
    await waitUntil('the connection is closed', () => ended);
  });

  it('limits the rate over all connections and domains, with a burst', async () => {
    const move = stopClock();
    north.set({ rate: { perSecond: 50, burst: 5 } });
    expect((await sendMany(30)).filter(isAccepted)).toHaveLength(5);
    for (let round = 0; round < 10; round += 1) {
      move(60);
      expect((await sendMany(10)).filter(isAccepted)).toHaveLength(3);
    }
    expect(north.acceptedPerSecond(1_001, 1_601)).toBe(50);
    move(10_000);
    expect((await sendMany(10)).filter(isAccepted)).toHaveLength(5);
    expect(north.refused.get('rate')?.length).toBe(north.attempts.length - north.accepted.length);
  });

  it('limits concurrency from RCPT TO to the last reply, over all domains of the provider', async () => {
    let release: () => void = () => undefined;
    north.set({ concurrency: 2, heldUntil: new Promise((resolve) => (release = resolve)) });
    const replies = sendMany(6);
    await waitUntil('all are tried', () => north.attempts.length === 6);
    release();
    expect((await replies).filter(isAccepted)).toHaveLength(2);
    expect(north.refusedCounts).toEqual({ concurrency: 4 });
    expect((await sendMany(2)).every(isAccepted)).toBe(true);
  });

  it('counts accepted emails only in the quota of an hour', async () => {
    north.set({ perHour: 3, mailbox: (address) => (address.startsWith('gone') ? BLOCKED : undefined) });
    await send(north.addressOf('gone', 1));
    expect((await sendMany(5)).filter(isAccepted)).toHaveLength(3);
    expect(north.refusedCounts).toEqual({ mailbox: 1, quota: 2 });
  });

  it('defers each recipient from its first attempt on', async () => {
    const move = stopClock();
    north.set({ greylistMs: 200 });
    const [ada, grace] = [north.addressOf('ada', 1), north.addressOf('grace', 1)];
    expect(await send(ada)).toMatch(/^450 4\.7\.1/);
    move(200);
    expect(await send(grace)).toMatch(/^450 4\.7\.1/);
    expect(isAccepted(await send(ada))).toBe(true);
  });

  it('begins and ends a block at the given times', async () => {
    const move = stopClock();
    north.block(BLOCKED, { from: 1_300, until: 1_600 });
    const seen: boolean[] = [];
    for (const at of [0, 1, 2]) {
      seen.push(isAccepted(await send(north.addressOf(`ada-${at}`, at))));
      move(300);
    }
    expect(seen).toEqual([true, false, true]);
  });

  /** Between RCPT TO and the final dot are two replies. A timer may end a millisecond early. */
  const expectSlow = ({ attempts, accepted }: Provider): void => {
    expect(accepted[0]! - attempts[0]!).toBeGreaterThanOrEqual(38);
  };

  it('delays each reply of a slow provider', async () => {
    await send('ada@south.example');
    expectSlow(south);
  });

  it('returns to the rules of the start', async () => {
    south.set({ delayMs: undefined });
    north.block(BLOCKED);
    farm.reset();
    expect((await sendMany(1)).every(isAccepted)).toBe(true);
    await send('ada@south.example');
    expectSlow(south);
  });

  it('mixes the addresses of an audience evenly', () => {
    const audience = farm.audience('mixed', { north: 30, south: 10 });
    expect(new Set(audience).size).toBe(40);
    const start = audience.slice(0, 20).map((address) => farm.providerOf(address)?.name);
    expect(start.filter((name) => name === 'north')).toHaveLength(15);
    expect(new Set(audience.map((address) => address.split('@')[1]))).toEqual(
      new Set([...north.domains, 'south.example']),
    );
  });

  it('counts the most attempts in a period, and accepted emails per second', () => {
    north.attempts.push(0, 100, 150, 1_000, 1_050, 1_099);
    north.accepted.push(0, 500, 1_000);
    expect([60, 100, 1_000, 10_000].map((period) => north.mostAttemptsWithin(period))).toEqual([2, 3, 5, 6]);
    expect(north.acceptedPerSecond(0, 1_000)).toBe(2);
  });

  it('refuses accepted emails by a notification that the product reads as a policy bounce of that email', async () => {
    const received: Buffer[] = [];
    let waited = 0;
    farm.onNotice = (notice, provider) => {
      expect(provider).toBe(north);
      waited = farm.now() - north.accepted[0]!;
      received.push(notice);
    };
    north.set({ notice: { reply: BLOCKED, afterMs: 50 } });
    const ada = north.addressOf('ada', 1);
    expect(isAccepted(await send(ada, '<1042.abc@mail.shop.example>'))).toBe(true);
    await waitUntil('the notification arrives', () => received.length > 0);
    expect(waited).toBeGreaterThanOrEqual(49);
    const read = readInboundEmail(received[0] ?? Buffer.alloc(0));
    expect(read).toMatchObject({
      kind: 'bounce',
      canOptOut: false,
      verdict: { bounceType: null, code: '5.7.26', diagnostic: '550 5.7.26 Unauthenticated email is not accepted' },
      traces: { recipients: [RETURN_PATH] },
    });
    expect(read.traces.returned[0]?.get('message-id')).toBe('<1042.abc@mail.shop.example>');
    expect(received[0]?.toString('latin1').replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);

    north.set({ notice: { reply: BLOCKED, afterMs: 600_000 } });
    await send(ada, '<2@x>');
    expect(farm.noticesDue).toBe(1);
    farm.reset();
    expect(farm.noticesDue).toBe(0);
    expect(received).toHaveLength(1);
  });
});
