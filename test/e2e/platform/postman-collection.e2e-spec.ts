import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../support/documents.js';
import { World } from '../../support/world.js';

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

interface CollectionRequest {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly header: readonly Entry[];
    readonly body?: { readonly mode: string; readonly raw?: string };
    readonly url: { readonly raw: string; readonly variable: readonly Entry[] };
  };
}

describe('the Postman collection', () => {
  let world: World;
  let folders: readonly { readonly item: readonly CollectionRequest[] }[];
  let requests: readonly CollectionRequest[];
  beforeAll(async () => {
    world = await World.start({ worker: false });
    execFileSync(process.execPath, ['scripts/postman-collection.mjs'], { cwd: PROJECT });
    const file = join(PROJECT, '.artifacts/carillon.postman_collection.json');
    const { item } = JSON.parse(readFileSync(file, 'utf8')) as { item: { item: CollectionRequest[] }[] };
    folders = item;
    requests = item.flatMap((folder) => folder.item);
  });

  it('has deletions and streams in the last folder only', () => {
    const isLast = ({ request: { method, url } }: CollectionRequest) =>
      method === 'DELETE' || /\/events\/stream\b|\/:id\/events\b/.test(url.raw);
    const last = folders.at(-1)!.item;
    expect(last.filter((each) => !isLast(each))).toEqual([]);
    expect(requests.filter((each) => isLast(each) && !last.includes(each))).toEqual([]);
    expect(last.length).toBeGreaterThan(10);
  });

  /** Sends a request as Postman does, with the values of the collection. */
  function send({ request }: CollectionRequest): Promise<Response> {
    const { username, password } = world.all.credentials!;
    const on = request.header
      .filter(({ disabled }) => !disabled)
      .map(({ key, value }): [string, string] => [key, value]);
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    return fetch(request.url.raw.replace('{{origin}}', world.origin), {
      method: request.method,
      headers: { Authorization: `Basic ${credentials}`, ...Object.fromEntries(on) },
      ...(request.body?.raw === undefined ? {} : { body: request.body.raw }),
    });
  }

  it('has every operation of the API document once', () => {
    const { paths } = JSON.parse(readFileSync(join(PROJECT, 'docs/openapi.json'), 'utf8')) as { paths: object };
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const collected = requests.map(
      ({ request }) => `${request.method} ${request.url.raw.replace('{{origin}}', '').replace(/\?.*/, '')}`,
    );
    expect(collected.sort()).toEqual(documented.sort());
    for (const { request } of requests)
      for (const [, name] of request.url.raw.matchAll(/\/:(\w+)/g))
        expect(request.url.variable.map(({ key }) => key)).toContain(name);
  });

  it('has requests that the service accepts with their examples', async () => {
    const sent = requests.filter(({ request: { method, url, body } }) =>
      method === 'GET'
        ? url.variable.length === 0 && !/\/(?:stream|live)\b/.test(url.raw)
        : method === 'POST' &&
          body?.mode === 'raw' &&
          /\/v2\/(?:lists|tags|subscribers|commerce\/orders|webhooks)$/.test(url.raw),
    );
    const refused: string[] = [];
    // From the last to the first, because the order of an unknown customer creates the contact of the other example.
    for (const each of sent.reverse()) {
      const response = await send(each);
      if (response.status >= 400) refused.push(`${each.name}: ${await response.text()}`);
      else await response.body?.cancel();
    }
    expect(sent.length).toBeGreaterThan(40);
    expect(refused).toEqual([]);
  });
});
