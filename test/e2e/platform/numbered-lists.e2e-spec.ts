import { World } from '../../support/world.js';

describe('lists without cursor pagination', () => {
  let world: World;
  let campaign: number;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    campaign = (await world.all.post('/campaigns').send({ title: 'News' }).expect(200)).body.campaign.id;
    // More than one page of the smallest size.
    for (const title of ['First', 'Second']) {
      await world.all.post('/campaigns').send({ title }).expect(200);
      await world.all
        .post('/templates')
        .send({ title, email_subject: 'Hello', email_body: '<p>Hello</p>' })
        .expect(200);
      await world.all.post('/funnels').send({ title, trigger_name: 'contact_created' }).expect(200);
    }
  });

  // A first page with `next_cursor` null would look like the complete list.
  it.each([
    ['/campaigns', () => '/campaigns'],
    ['/campaigns/{id}/unsubscribers', () => `/campaigns/${campaign}/unsubscribers`],
    ['/campaigns/{id}/emails/{emailId}/hits', () => `/campaigns/${campaign}/emails/1/hits`],
    ['/templates', () => '/templates'],
    ['/funnels', () => '/funnels'],
  ])('refuse a cursor: %s', async (_path, at) => {
    for (const cursor of ['*', 'W251bGwsNDJd', '']) {
      const { body } = await world.all.get(at()).query({ per_page: 1, cursor }).expect(400);
      expect(body).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { cursor: 'is not known in this list' } },
      });
    }
  });
});
