import { apiDocument } from '../../../src/openapi/api-documentation.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

type Examples = Readonly<Record<string, { readonly value: object | string }>>;

interface Operation {
  readonly tags: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly examples?: Examples }>> };
}

const GROUPS = [
  'Campaigns',
  'Emails',
  'Templates',
  'Senders',
  'Feedback',
  'Funnels',
  'Webhooks',
  'Events',
  'Reports',
  'Scheduled reports',
];

/** Requests in order, with the name of the example; `id` if it is not 1. */
const WAY: readonly (readonly [route: string, example: string, id?: number])[] = [
  ['post /templates', 'template'],
  ['post /templates/render', 'content'],
  ['put /templates/{id}', 'subject'],
  ['put /templates/{id}', 'languages'],
  ['post /snippets', 'snippet'],
  ['put /snippets/{key}', 'snippet'],
  ['post /senders', 'smtp'],
  ['post /senders', 'limited'],
  ['post /senders', 'oauth2'],
  ['put /senders/{id}', 'limit'],
  ['post /campaigns', 'to_a_list'],
  ['post /campaigns', 'ab_test'],
  ['post /campaigns', 'title_only'],
  ['put /campaigns/{id}', 'content'],
  ['put /campaigns/{id}', 'pacing'],
  ['put /campaigns/{id}/title', 'title'],
  ['post /campaigns/{id}/preview', 'made_up'],
  ['post /campaigns/{id}/preview', 'contact'],
  ['post /campaigns/{id}/preview', 'variant', 2],
  ['post /campaigns/{id}/send-test-email', 'address'],
  ['post /campaigns/{id}/send-test-email', 'as_contact'],
  ['post /campaigns/{id}/schedule', 'moment'],
  ['post /campaigns/{id}/send', '', 2],
  ['post /campaigns/{id}/ab-test/winner', 'b', 2],
  ['post /campaigns/{id}/settle-unknown', 'sent', 2],
  ['post /campaigns/{id}/settle-unknown', 'resend', 2],
  ['post /campaigns/{id}/pause', '', 2],
  ['post /campaigns/{id}/resend-unopened', 'same', 2],
  ['post /campaigns/{id}/resend-unopened', 'subject', 2],
  ['post /campaigns/{id}/resend-failed', 'same', 2],
  ['post /campaigns/{id}/resend-failed', 'subject', 2],
  ['post /funnels', 'welcome'],
  ['post /funnels', 'branches'],
  ['post /funnels/{id}/sequences/{sequenceId}/send-test-email', 'data'],
  ['put /funnels/{id}', 'title'],
  ['put /funnels/{id}', 'hours'],
  ['put /funnels/{id}/sequences', 'steps'],
  ['put /funnels/{id}/sequences', 'migrating'],
  ['post /funnels/{id}/versions/{version}/restore', 'candidates'],
  ['post /funnels/{id}/versions/{version}/restore', 'migrating'],
  ['put /funnels/{id}/status', 'pause'],
  ['put /funnels/{id}/status', 'publish'],
  ['post /funnels/{id}/subscribers', 'one'],
  ['post /funnels/{id}/simulate', 'sample'],
  ['post /funnels/{id}/simulate', 'contact'],
  ['post /triggers/{trigger_name}', 'cart'],
  ['post /webhooks/funnel-trigger', 'contact'],
  ['post /webhooks', 'everything'],
  ['put /webhooks/{id}', 'events'],
  ['put /webhooks/{id}', 'reactivate'],
  ['post /webhooks/{id}/rotate-secret', 'with_grace'],
  ['post /webhooks/{id}/rotate-secret', 'at_once'],
  ['post /webhooks/{id}/replay', 'hour'],
  ['post /reports/scheduled', 'weekly'],
  ['put /reports/scheduled/{id}', 'pause'],
  ['post /feedback/message', 'json'],
  ['post /emails', 'email'],
  ['post /emails/batch', 'emails'],
];

/** Require an older installation or an external system. */
const NOT_TRIED = [
  'post /campaigns/{id}/emails/{emailId}/settle sent',
  'post /campaigns/{id}/emails/{emailId}/settle resend',
  'post /campaigns/{id}/schedule range',
  'post /feedback/message raw',
  'post /feedback/{provider}/{secret} generic',
  'post /senders/{id}/test login',
  'post /senders/{id}/test mail',
];

describe('the request examples about emails in the OpenAPI document', () => {
  let world: World;
  let sink: SmtpSink;
  let operations: Map<string, Operation>;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    const env = { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' };
    world = await World.start({ env, worker: false });
    const prefix = world.config.http.basePaths[0] ?? '';
    operations = new Map(
      Object.entries(apiDocument(world.api).paths).flatMap(([path, item]) =>
        Object.entries(item as Record<string, Operation>).map(([method, operation]): [string, Operation] => [
          `${method} ${path.replace(prefix, '')}`,
          operation,
        ]),
      ),
    );
  });

  const examplesOf = (route: string): Examples =>
    operations.get(route)?.requestBody?.content['application/json']?.examples ?? {};

  it('exist for every operation that writes', () => {
    const written = [...operations].filter(
      ([, { tags, requestBody }]) => requestBody && GROUPS.includes(tags[0] ?? ''),
    );
    expect(written.filter(([route]) => Object.keys(examplesOf(route)).length === 0)).toEqual([]);
    const named = written.flatMap(([route]) => Object.keys(examplesOf(route)).map((name) => `${route} ${name}`));
    const tried = WAY.filter(([, example]) => example !== '').map(([route, example]) => `${route} ${example}`);
    expect(named.sort()).toEqual([...tried, ...NOT_TRIED].sort());
  });

  it('are accepted when a list and a contact exist', async () => {
    const list = await world.given.list();
    expect((await world.given.contact({ lists: [list.id] })).id).toBe(1);
    const refused: unknown[] = [];
    for (const [route, example, id = 1] of WAY) {
      const [method = '', template = ''] = route.split(' ');
      const path = template
        .replace('{trigger_name}', 'custom_signup')
        .replace('{key}', 'footer')
        .replace(/\{\w+\}/g, String(id));
      const request = world.all.send(method as 'post' | 'put', path);
      const { status, body } = await (example === '' ? request : request.send(examplesOf(route)[example]?.value));
      if (status !== 200 && status !== 202) refused.push([route, example, status, body]);
    }
    expect(refused).toEqual([]);
  });
});
