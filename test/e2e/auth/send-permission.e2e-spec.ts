import { NestFactory } from '@nestjs/core';
import { CliModule } from '../../../src/cli.module.js';
import { CreateManagerCommand, UpdateManagerCommand } from '../../../src/modules/auth/managers/manager.commands.js';
import type { Permission } from '../../../src/platform/access/permissions.js';
import type { ApiClient } from '../../support/api-client.js';
import { World } from '../../support/world.js';

const BODY = { email_subject: 'Hello', email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>' };
const MISSING_PERMISSION = { code: 'rest_forbidden', data: { status: 403, required_permission: 'send_campaigns' } };

describe('T27 the permission send_campaigns', () => {
  let world: World;
  /** May write campaigns and funnels, but not send. */
  let writer: ApiClient;
  let sender: ApiClient;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    writer = await world.as('manage_campaigns');
    sender = await world.as('manage_campaigns', 'send_campaigns');
  });

  const storedPermissions = async (username: string): Promise<string | undefined> =>
    (
      await world.db.query<{ permissions: string }>('SELECT permissions FROM managers WHERE username = :username', {
        username,
      })
    )[0]?.permissions;

  it('is needed besides manage_campaigns to send campaigns', async () => {
    const { id } = await world.given.campaign(BODY);
    for (const path of ['send', 'schedule', 'resume', 'ab-test/winner', 'settle-unknown', 'emails/1/settle']) {
      const refused = await writer.post(`/campaigns/${id}/${path}`).send({}).expect(403);
      expect({ path, ...refused.body }).toMatchObject({ path, ...MISSING_PERMISSION });
      const alone = await (await world.as('send_campaigns')).post(`/campaigns/${id}/${path}`).send({}).expect(403);
      expect(alone.body.data.required_permission).toBe('manage_campaigns');
      expect((await sender.post(`/campaigns/${id}/${path}`).send({})).status).not.toBe(403);
    }
  });

  it('is not needed to stop, write, or repeat campaigns, or for test emails', async () => {
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const { body } = await writer
      .post('/campaigns')
      .send({ title: 'Mine', ...BODY, lists: [list.id] })
      .expect(200);
    const { id } = body.campaign;
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    await sender.post(`/campaigns/${id}/schedule`).send({ scheduled_at }).expect(200);
    await writer.post(`/campaigns/${id}/unschedule`).expect(200);
    await sender.post(`/campaigns/${id}/send`).expect(200);
    await writer.post(`/campaigns/${id}/pause`).expect(200);
    await writer.post(`/campaigns/${id}/resume`).expect(403);
    await writer.post(`/campaigns/${id}/cancel`).expect(200);
    await writer.post(`/campaigns/${id}/duplicate`).expect(200);
    for (const path of ['send-test-email', 'resend-unopened', 'resend-failed'])
      expect((await writer.post(`/campaigns/${id}/${path}`).send({})).status).not.toBe(403);
  });

  it('is needed on every route to publish a funnel or to change the steps of a published one', async () => {
    const { id } = await world.given.funnel({ sequences: [{ action_name: 'end_this_funnel' }] });
    const sequences = [{ action_name: 'end_this_funnel', title: 'Another' }];
    const writes = (client: ApiClient) =>
      [
        () => client.put(`/funnels/${id}/sequences`).send({ sequences }),
        () => client.put(`/funnels/${id}`).send({ sequences }),
        () => client.post(`/funnels/${id}/versions/1/restore`).send({}),
      ] as const;
    for (const write of writes(writer)) await write().expect(200);
    const refused = await writer.put(`/funnels/${id}/status`).send({ status: 'published' }).expect(403);
    expect(refused.body).toMatchObject(MISSING_PERMISSION);
    await sender.put(`/funnels/${id}/status`).send({ status: 'published' }).expect(200);
    const { version } = (await writer.get(`/funnels/${id}`).expect(200)).body.funnel;
    for (const write of writes(writer)) expect((await write().expect(403)).body).toMatchObject(MISSING_PERMISSION);
    expect((await writer.get(`/funnels/${id}`).expect(200)).body.funnel.version).toBe(version);
    for (const write of writes(sender)) await write().expect(200);
    await writer.put(`/funnels/${id}`).send({ title: 'Renamed' }).expect(200);
    const { id: contact } = await world.given.contact();
    await writer
      .post(`/funnels/${id}/subscribers`)
      .send({ subscribers: [contact] })
      .expect(200);
    for (const status of ['paused', 'draft']) await writer.put(`/funnels/${id}/status`).send({ status }).expect(200);
    for (const write of writes(writer)) await write().expect(200);
  });

  it('is listed with the permissions of a manager', async () => {
    const { body } = await sender.get('/reports/options').expect(200);
    expect(body.manager.permissions).toEqual(['manage_campaigns', 'send_campaigns']);
  });

  it.each<[string, Permission[], boolean, string]>([
    ['comes with manage_campaigns', ['manage_campaigns'], true, 'manage_campaigns,send_campaigns'],
    ['is omitted with --no-send', ['view_contacts', 'manage_campaigns'], false, 'view_contacts,manage_campaigns'],
    ['can be given alone', ['send_campaigns'], true, 'send_campaigns'],
    ['is included in no other permission', ['view_contacts'], true, 'view_contacts'],
  ])('%s, on creation and update of a manager', async (_what, permissions, send, stored) => {
    const cli = await NestFactory.createApplicationContext(CliModule.with(world.config), { logger: false });
    const output = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      const username = `made-${permissions.join('-')}-${String(send)}`;
      await cli.get(CreateManagerCommand).run([], { username, permissions, send, json: true });
      expect(await storedPermissions(username)).toBe(stored);
      await cli.get(UpdateManagerCommand).run([], { username, permissions: ['view_reports'] });
      expect(await storedPermissions(username)).toBe('view_reports');
      await cli.get(UpdateManagerCommand).run([], { username, permissions, send });
      expect(await storedPermissions(username)).toBe(stored);
    } finally {
      output.mockRestore();
      await cli.close();
    }
  });
});
