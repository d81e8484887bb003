import { CampaignEnrollment } from '../../../src/modules/campaigns/sending/campaign-enrollment.service.js';
import { SuppressionsService } from '../../../src/modules/contacts/suppression/suppressions.service.js';
import { World } from '../../support/world.js';

const CONTENT = { email_subject: 'S', email_body: '<a href="{{ unsubscribe_url }}">bye</a>' };

describe('the explanation why a contact got a campaign', () => {
  let world: World;
  let list: { id: number; title: string };
  let tag: { id: number; title: string };
  beforeAll(async () => {
    // No worker changes the ledger that the test writes.
    world = await World.start({ worker: false, env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    list = await world.given.list({ title: 'News' });
    tag = await world.given.tag({ title: 'VIP' });
  });

  const why = async (campaign: number, email: string) =>
    (await world.all.get(`/campaigns/${campaign}/why?email=${encodeURIComponent(email)}`).expect(200)).body;

  const check = (body: { checks: { check: string }[] }, name: string) => body.checks.find((one) => one.check === name);

  async function begin(campaign: number): Promise<void> {
    await world.all.post(`/campaigns/${campaign}/send`).expect(200);
    while (await world.api.get(CampaignEnrollment, { strict: false }).enrollNextChunk(campaign));
  }

  const setMail = (campaign: number, contact: number, changes: string): Promise<unknown> =>
    world.db.transaction((tx) =>
      tx.execute(
        `UPDATE email_messages SET ${changes} WHERE source_type = 'campaign' AND source_id = :campaign AND contact_id = :contact`,
        { campaign, contact },
      ),
    );

  it('names before the start who would get it, by which row, and who would not', async () => {
    const campaign = await world.given.campaign({
      settings: {
        subscribers: [{ list: list.id }],
        excludedSubscribers: [{ tag: tag.id }],
      },
    });
    await world.given.contact({ email: 'in@example.com', lists: [list.id] });
    await world.given.contact({ email: 'vip@example.com', lists: [list.id], tags: [tag.id] });
    await world.given.contact({ email: 'out@example.com' });
    await world.given.contact({ email: 'pending@example.com', lists: [list.id], status: 'pending' });
    await world.given.contact({ email: 'blocked@example.com', lists: [list.id] });
    const suppressions = world.api.get(SuppressionsService, { strict: false });
    await world.db.transaction((tx) => suppressions.suppress(tx, 'blocked@example.com', 'complained'));

    const inside = await why(campaign.id, ' IN@example.com');
    expect(inside).toMatchObject({ email: 'in@example.com', verdict: 'would_get_it' });
    expect(check(inside, 'matched')).toEqual({
      check: 'matched',
      passed: true,
      detail: `Matched by row 1: list ${list.id} (News).`,
    });
    const vip = await why(campaign.id, 'vip@example.com');
    expect(vip.verdict).toBe('did_not_get_it');
    expect(check(vip, 'not_excluded')).toMatchObject({
      passed: false,
      detail: `Excluded by row 1: tag ${tag.id} (VIP).`,
    });
    expect(check(await why(campaign.id, 'out@example.com'), 'matched')).toMatchObject({ passed: false });
    expect(check(await why(campaign.id, 'pending@example.com'), 'subscribed')).toMatchObject({ passed: false });
    expect(check(await why(campaign.id, 'blocked@example.com'), 'not_suppressed')).toMatchObject({ passed: false });
    expect(await why(campaign.id, 'nobody@example.com')).toMatchObject({
      email: 'nobody@example.com',
      verdict: 'unknown_contact',
      checks: [{ check: 'known', passed: false }],
    });
  });

  it('returns the result of the email, also for contacts who were added later or deleted', async () => {
    const own = await world.given.list();
    const [ada, bob, eve] = [
      await world.given.contact({ email: 'ada@example.com', lists: [own.id] }),
      await world.given.contact({ email: 'bob@example.com', lists: [own.id] }),
      await world.given.contact({ email: 'eve@example.com', lists: [own.id] }),
    ];
    const { id } = await world.given.campaign({ ...CONTENT, lists: [own.id] });
    await begin(id);
    expect(await why(id, 'ada@example.com')).toMatchObject({ verdict: 'will_get_it' });
    await setMail(
      id,
      ada.id,
      `state = 'sent', attempts = 1, settled_at = '2026-01-31 09:30:00', first_human_open_at = NOW(3)`,
    );
    await setMail(id, bob.id, `state = 'bounced', attempts = 1, reason = '550 5.1.1 no such user'`);
    await setMail(
      id,
      eve.id,
      `state = 'deferred', attempts = 2, next_attempt_at = '2099-01-01 00:00:00', reason = '450 later'`,
    );

    const sent = await why(id, 'ada@example.com');
    expect(sent).toMatchObject({
      verdict: 'got_it',
      explanation: 'The email was accepted at 2026-01-31 09:30:00 UTC.',
    });
    expect(sent.checks.map((one: { check: string; passed: boolean }) => [one.check, one.passed])).toEqual([
      ['known', true],
      ['matched', true],
      ['not_excluded', true],
      ['subscribed', true],
      ['not_paused', true],
      ['not_suppressed', true],
      ['enrolled', true],
      ['sent', true],
      ['opened', true],
      ['clicked', false],
    ]);
    expect((await why(id, 'bob@example.com')).explanation).toBe('The email was bounced: 550 5.1.1 no such user.');
    const put = await why(id, 'eve@example.com');
    expect(put.verdict).toBe('will_get_it');
    expect(check(put, 'sent')).toMatchObject({
      detail: 'The email is deferred after 2 attempts: 450 later; next attempt at 2099-01-01 00:00:00 UTC.',
    });

    await world.given.contact({ email: 'late@example.com', lists: [own.id] });
    const late = await why(id, 'late@example.com');
    expect(late).toMatchObject({ verdict: 'did_not_get_it', explanation: expect.stringContaining('later') });

    await world.all.delete(`/subscribers/${ada.id}`).expect(200);
    expect(await why(id, 'ada@example.com')).toMatchObject({ verdict: 'unknown_contact' });
    const gone = (await world.all.get(`/campaigns/${id}/why?contact_id=${ada.id}`).expect(200)).body;
    expect(gone).toMatchObject({ verdict: 'got_it' });
    expect(check(gone, 'known')).toMatchObject({ passed: false, detail: 'The contact was deleted.' });
  });

  it('names the campaign that excludes a contact, and the failing row of a rule', async () => {
    const own = await world.given.list();
    const contact = await world.given.contact({ email: 'twice@example.com', lists: [own.id], country: 'FR' });
    const first = await world.given.campaign({ ...CONTENT, title: 'The first', lists: [own.id] });
    await begin(first.id);
    await setMail(first.id, contact.id, `state = 'sent'`);
    const { id } = await world.given.campaign({
      settings: {
        sending_filter: 'advanced_filters',
        advanced_filters: [[{ source: ['subscriber', 'country'], operator: '=', value: 'DE' }]],
        exclude_campaign_ids: [first.id],
      },
    });
    const body = await why(id, 'twice@example.com');
    expect(check(body, 'matched')).toMatchObject({
      passed: false,
      detail: 'The contact does not match the rule: group 1 at subscriber.country = "DE".',
    });
    expect(check(body, 'not_excluded')).toMatchObject({
      passed: false,
      detail: `Excluded by the email of campaign ${first.id} (The first).`,
    });
  });

  it('needs either address or id, and a known campaign', async () => {
    const { id } = await world.given.campaign();
    for (const [query, field] of [
      ['', 'email'],
      ['?email=nobody', 'email'],
      ['?contact_id=0', 'contact_id'],
      ['?contact_id=1&email=ada@example.com', 'contact_id'],
    ]) {
      const { body } = await world.all.get(`/campaigns/${id}/why${query}`).expect(400);
      expect(Object.keys(body.data.params)).toEqual([field]);
    }
    const { body } = await world.all.get('/campaigns/999999/why?email=ada@example.com').expect(404);
    expect(body.message).toBe('Invalid campaign ID.');
  });
});
