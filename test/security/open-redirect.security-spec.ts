import { request } from 'undici';
import { publicPaths, insertSentEmails } from '../support/builders/sent-mails.js';
import { World } from '../support/world.js';

const TARGETS = [
  'https://shop.example/spring?a=1&b=2#part',
  'https://shop.example/{{ contact.first_name }}?who={{ contact.email }}',
  'https://müller.example/ü?x=ß',
  'https://{{ contact.city }}/evil.example',
  'https:///evil.example',
] as const;
const EVIL = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '%0d%0aSet-Cookie:x=1',
];
const NAMES = ['url', 'u', 'to', 'target', 'next', 'redirect', 'redirect_uri', 'return', 'dest', 'link'];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** 60 additions to a tracked link. */
const ADDITIONS = [
  ...EVIL.flatMap((evil) => NAMES.map((name) => `?${name}=${evil}`)),
  ...EVIL.map((evil) => `?url[]=${evil}&url[]=x`),
  ...['?', '?%0d%0aLocation:%20https://evil.example', '?a=%00', '?token=x', '?messageId=1&linkId=2'],
];

describe('a tracked link leads only to the URL of its author', () => {
  let world: World;
  let paths: readonly string[];
  let locations: readonly string[];

  beforeAll(async () => {
    world = await World.start({ worker: false });
    const list = await world.given.list();
    const campaign = await world.given.campaign({ lists: [list.id] });
    const emails = await insertSentEmails(world.db, {
      campaignId: campaign.id,
      listId: list.id,
      emailCount: 1,
      links: TARGETS,
    });
    const [messageId = 0] = emails.messageIds;
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE contacts SET first_name = '../..//evil.example/@x', email = 'a&b=c@example.com'`),
    );
    paths = emails.linkIds.map((linkId) => publicPaths(world.env).click(messageId, linkId));
    locations = [TARGETS[0], 'https://shop.example/..%2F..%2F%2Fevil.example%2F%40x?who=a%26b%3Dc%40example.com'];
  });

  it('T31 or nowhere without a host, and to hosts with other letters than ASCII', async () => {
    const answers = await Promise.all(
      paths.slice(2).map(async (path) => {
        const { statusCode, headers, body } = await request(`${world.origin}${path}`);
        await body.dump();
        return [statusCode, headers['location']];
      }),
    );
    expect(answers).toEqual([
      [302, 'https://xn--mller-kva.example/%C3%BC?x=%C3%9F'],
      [404, undefined],
      [404, undefined],
    ]);
  });

  it.each([0, 1])('T31 whatever is appended to it (link %i)', async (index) => {
    for (const addition of ADDITIONS) {
      const { statusCode, headers, body } = await request(`${world.origin}${paths[index]!}${addition}`, {
        headers: { 'user-agent': AGENT },
      });
      await body.dump();
      expect({ addition, statusCode, location: headers['location'], cookie: headers['set-cookie'] }).toEqual({
        ...{ addition, statusCode: 302, location: locations[index], cookie: undefined },
      });
    }
  });

  it('T29 T31 or nowhere if any part of its token is changed', async () => {
    const [, token = ''] = /\/t\/c\/(.+)$/.exec(paths[0]!) ?? [];
    const changed = Array.from(
      token,
      (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
    );
    const others = [
      ...changed.filter((each) => each !== token),
      `${token}A`,
      token.slice(1),
      `${token}/..`,
      `x/${token}`,
      '',
    ];
    const answers = await Promise.all(
      others.map(async (other) => {
        const { statusCode, headers, body } = await request(`${world.origin}/t/c/${other}`);
        return { statusCode, location: headers['location'], leaks: (await body.text()).includes('shop.example') };
      }),
    );
    expect(answers).toEqual(others.map(() => ({ statusCode: 404, location: undefined, leaks: false })));
  });
});
