import { apiDocument } from '../../../src/openapi/api-documentation.js';
import { World } from '../../support/world.js';

interface Operation {
  readonly tags: readonly string[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { value: object }>> }>>;
  };
}

const GROUPS = ['Lists', 'Tags', 'Custom fields', 'Companies', 'Contacts', 'Segments', 'Suppressions'];
const MORE_TAGS = ['Imports', 'Bulk actions', 'Commerce'];

/** In the order in which the user of a new installation would try them. */
const WAY = [
  'post /lists',
  'put /lists/{id}',
  'post /tags',
  'put /tags/{id}',
  'post /custom-fields/contacts',
  'put /custom-fields/contacts/{slug}',
  'put /custom-fields/contacts',
  'post /companies',
  'put /companies/{id}',
  'post /companies/{id}/notes',
  'put /companies/{id}/notes/{noteId}',
  'post /segments',
  'put /segments/{id}',
  'post /subscribers',
  'put /subscribers/{id}',
  'post /subscribers/{id}/notes',
  'put /subscribers/{id}/notes/{noteId}',
  'post /subscribers/track-event',
  'post /subscribers/{id}/send-double-optin',
  'post /subscribers/bulk-add-update',
  'post /subscribers/do-bulk-action',
  'put /companies/attach-subscribers',
  'post /companies/attach-subscribers',
  'put /companies/detach-subscribers',
  'post /companies/detach-subscribers',
  'post /imports',
  'post /commerce/orders',
  'post /commerce/orders/bulk',
  'post /commerce/orders/{id}/refunds',
  'put /commerce/orders/{id}',
  'post /suppressions',
  'post /subscribers/merge',
  'post /subscribers/{id}/erase',
];

/** The second note belongs to the contact. */
const IDS: Readonly<Record<string, string>> = { slug: 'favorite_color' };
const NOTES: Readonly<Record<string, string>> = { companies: '1', subscribers: '2' };

describe('the body examples in the API document', () => {
  let world: World;
  let operations: Map<string, Operation>;
  beforeAll(async () => {
    world = await World.start({ worker: false });
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

  const pathOf = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      name === 'noteId' ? (NOTES[template.split('/')[1] ?? ''] ?? '') : (IDS[name] ?? '1'),
    );

  it('exist for every write operation about contacts', () => {
    const written = [...operations].filter(
      ([, { tags, requestBody }]) => requestBody && [...GROUPS, ...MORE_TAGS].includes(tags[0] ?? ''),
    );
    expect(written.map(([route]) => route).sort()).toEqual([...WAY].sort());
  });

  it('are accepted unchanged by a new installation', async () => {
    const refused: unknown[] = [];
    let sent = 0;
    for (const route of WAY) {
      const [method = '', template = ''] = route.split(' ');
      const examples = operations.get(route)?.requestBody?.content['application/json']?.examples ?? {};
      for (const [name, { value }] of Object.entries(examples)) {
        sent += 1;
        const { status, body } = await world.all.send(method as 'post' | 'put', pathOf(template)).send(value);
        if (status >= 300) refused.push([route, name, status, body]);
      }
    }
    expect(refused).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(WAY.length);
  });
});
