import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Check,
  guide,
  GuideReceiver,
  isPresent,
  LANGUAGE_NAMES,
  type LanguageName,
  typeErrors,
} from '../../support/receiver-guide.js';
import { removeWebhooks } from '../../support/remove-webhooks.js';
import { type ForwardedCall, postTo, TlsProxy } from '../../support/tls-proxy.js';
import { World } from '../../support/world.js';

/** Follows Standard Webhooks; shares no code with the product or the guide. */
function standardSignature(id: string, timestamp: number, rawBody: Buffer, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), rawBody]);
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

function withoutHeader(headers: IncomingHttpHeaders, name: string): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

/** Secret, body without its member, member, header. */
const VECTOR = /^secret +(\S+)\nwithout the member +(.+)\nmember +(\S+)\nraw body .*\nX-Service-Signature +(\S+)$/m;

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('the receiver guide', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  it('has TypeScript that a strict compiler accepts', () => {
    expect(typeErrors()).toEqual([]);
  });

  for (const name of LANGUAGE_NAMES) {
    // Skipped, and counted as such, if the interpreter is not installed.
    (isPresent(name) ? describe : describe.skip)(`in ${name}`, () => {
      guideIn(name, () => world);
    });
  }
});

function guideIn(language: LanguageName, world_: () => World): void {
  let world: World;
  let receiver: GuideReceiver;
  let front: TlsProxy;

  beforeEach(async () => {
    world = world_();
    await removeWebhooks(world);
    receiver = await GuideReceiver.of(language);
    front = await TlsProxy.start(world.config.dataDir, receiver.port);
  });

  /** A webhook with a running receiver, and one real delivery of each of these contacts. */
  async function delivered(...firstNames: string[]): Promise<{ id: number; secret: string; calls: ForwardedCall[] }> {
    const { id, secret } = await world.given.webhook({ url: front.url });
    await receiver.start(secret);
    for (const first_name of firstNames) await world.given.contact({ email: unique(), first_name });
    await world.settle();
    return { id, secret, calls: front.passed };
  }

  it('accepts real deliveries, stores each once byte for byte, and ignores a repeat', async () => {
    const { id, calls } = await delivered('Zoë', "D'Arcy / \\ \u2003 & <花子>", '😀');
    expect(calls.map(({ status }) => status)).toEqual([204, 204, 204]);
    const { body } = await world.all.get(`/webhooks/${id}/deliveries`).expect(200);
    expect(body.deliveries.map(({ status }: { status: string }) => status)).toEqual(['success', 'success', 'success']);
    const sent = new Map(calls.map(({ headers, rawBody }) => [String(headers['x-service-delivery']), rawBody]));
    expect(receiver.stored()).toEqual(sent);

    for (const { headers, rawBody } of calls) expect(await postTo(receiver.port, headers, rawBody)).toBe(204);
    const both = await Promise.all(calls.map(({ headers, rawBody }) => postTo(receiver.port, headers, rawBody)));
    expect(both).toEqual([204, 204, 204]);
    expect(receiver.stored()).toEqual(sent);
  });

  it('T11 T12 refuses forged, changed, or old calls and stores nothing of them', async () => {
    const { secret, calls } = await delivered('Ada');
    const { headers, rawBody } = calls[0]!;
    const before = receiver.stored();
    const id = String(headers['webhook-id']);
    const at = (timestamp: number, key = secret, signedId = id): IncomingHttpHeaders => ({
      ...headers,
      'webhook-id': signedId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardSignature(signedId, timestamp, rawBody, key),
    });
    const post = (changed: IncomingHttpHeaders, body = rawBody): Promise<number> =>
      postTo(receiver.port, changed, body);

    const tampered = Buffer.from(rawBody.toString().replace('Ada', 'Eve'));
    expect(await post(headers, tampered)).toBe(401);
    expect(await post(headers, Buffer.from(JSON.stringify(JSON.parse(rawBody.toString()), null, 1)))).toBe(401);
    expect(await post(at(nowSeconds(), OTHER_SECRET))).toBe(401);
    expect(await post({ ...headers, 'webhook-id': `${id}0` })).toBe(401);
    expect(await post({ ...headers, 'webhook-id': '../../outside' })).toBe(401);
    expect(await post({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })).toBe(401);
    expect(await post({ ...headers, 'webhook-timestamp': '1e9' })).toBe(401);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(await post(withoutHeader(headers, name))).toBe(401);
    for (const signature of ['', 'v1,', ' ', 'v1,ÿ', `v2,${String(headers['webhook-signature']).slice(3)}`])
      expect(await post({ ...headers, 'webhook-signature': signature })).toBe(401);
    // Signed with the right secret, but too old, or from a clock that is ahead.
    expect(await post(at(nowSeconds() - 305))).toBe(401);
    expect(await post(at(nowSeconds() + 360))).toBe(401);
    expect(receiver.stored()).toEqual(before);

    // The valid call that the others vary.
    expect(await post(at(nowSeconds() - 240))).toBe(204);
    expect(receiver.stored()).toEqual(before);
  });

  it('checks both signatures of real deliveries, whatever the form of the secret', async () => {
    const secrets = [OTHER_SECRET, 'whsec_test_0123456789abcdef0123456789abcdef', 'a plain secret of ours: {"x"}'];
    const checks: (Check & { readonly expected: boolean })[] = [];
    for (const secret of secrets) {
      const { id } = await world.given.webhook({ url: front.url, secret });
      const { headers, rawBody } = await calledFor(id);
      const tampered = Buffer.from(rawBody.toString().replace('webhook_id', 'webhook_ID'));
      for (const check of ['genuine', 'genuine and fresh'] as const) {
        checks.push({ function: check, rawBody, headers, secret, expected: true });
        checks.push({ function: check, rawBody: tampered, headers, secret, expected: false });
        checks.push({ function: check, rawBody, headers, secret: `${secret}x`, expected: false });
        checks.push({ function: check, rawBody, headers: {}, secret, expected: false });
        // The member `signature` does not sign the body that contains it.
        const member = String(JSON.parse(rawBody.toString()).signature);
        const mixedHeaders = {
          ...headers,
          'x-service-signature': member,
          'webhook-signature': `v1,${member.slice(7)}`,
        };
        checks.push({ function: check, rawBody, headers: mixedHeaders, secret, expected: false });
      }
    }
    expect(receiver.answers(checks)).toEqual(checks.map(({ expected }) => expected));
  });

  it('accepts calls during a rotation, with the old secret and with the new one', async () => {
    const { id, secret: old } = await delivered('Before');
    const { body } = await world.all.post(`/webhooks/${id}/rotate-secret`).send({ grace_minutes: 60 }).expect(200);
    await world.given.contact({ email: unique(), first_name: 'During' });
    await world.settle();
    expect(front.passed.map(({ status }) => status)).toEqual([204, 204]);

    const { headers, rawBody } = front.passed[1]!;
    expect(JSON.parse(rawBody.toString()).data.contact.first_name).toBe('During');
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
    const checks = (secret: string): Check[] => [
      { function: 'genuine', rawBody, headers, secret },
      { function: 'genuine and fresh', rawBody, headers, secret },
    ];
    const fresh: string = body.webhook.secret;
    const answers = receiver.answers([...checks(old), ...checks(fresh), ...checks(OTHER_SECRET)]);
    expect(answers).toEqual([true, true, true, true, false, false]);
  });

  it('T11 agrees with the test vector of the guide', () => {
    const [, secret = '', unsigned = '', member = '', header = ''] = VECTOR.exec(guide()) ?? [];
    const rawBody = Buffer.from(`${unsigned.slice(0, -1)},"signature":"${member}"}`);
    const check = { function: 'genuine', rawBody, secret } as const;
    const answers = receiver.answers([
      { ...check, headers: { 'x-service-signature': header } },
      { ...check, headers: { 'x-service-signature': member } },
    ]);
    expect(answers).toEqual([true, false]);
  });

  /** The latest call of this webhook; nothing listens behind the proxy, but the call is signed. */
  async function calledFor(id: number): Promise<ForwardedCall> {
    await world.all.post(`/webhooks/${id}/test`).expect(200);
    return front.passed.at(-1)!;
  }
}

let people = 0;
const unique = (): string => `reader-${(people += 1)}@example.com`;
