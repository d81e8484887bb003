import { UNUSUAL_FILES } from '../../support/import-files.js';
import { World } from '../../support/world.js';

interface Uploaded {
  readonly status: number;
  readonly body: {
    readonly import: { readonly id: number };
    readonly data: { readonly params: Record<string, string> };
  };
}

describe('unusual import files', () => {
  let world: World;
  const uploads = new Map<string, Uploaded>();

  beforeAll(async () => {
    world = await World.start();
    for (const [number, file] of UNUSUAL_FILES.entries()) {
      let request = world.all.post('/imports');
      for (const [name, value] of Object.entries(file.options ?? {})) request = request.field(name, value);
      uploads.set(file.what, await request.attach('file', file.content(`f${number}`), 'contacts.csv'));
    }
    await world.settle();
  });

  it('there are enough cases', () => {
    expect(UNUSUAL_FILES.length).toBeGreaterThan(45);
    expect(new Set(UNUSUAL_FILES.map(({ what }) => what)).size).toBe(UNUSUAL_FILES.length);
  });

  it.each(UNUSUAL_FILES.map((file, number) => [file.what, number] as const))('%s', async (what, number) => {
    const { expected, names = {}, reason } = UNUSUAL_FILES[number]!;
    const { status, body } = uploads.get(what)!;
    if ('refused' in expected) {
      expect(status).toBe(400);
      expect(body.data.params).toEqual({ file: expect.stringMatching(expected.refused) });
      return;
    }
    expect(status).toBe(202);
    const { created = 0, updated = 0, skipped = 0, invalid = 0 } = expected;
    const total = created + updated + skipped + invalid;
    const { body: answer } = await world.all.get(`/imports/${body.import.id}`).expect(200);
    expect(answer.import).toMatchObject({
      status: 'done',
      total,
      processed: total,
      created,
      updated,
      skipped,
      invalid,
    });
    for (const [address, name] of Object.entries(names)) {
      const email = address.replace('%', `f${number}`);
      const found = await world.all.get(`/subscribers/0?get_by_email=${email}`).expect(200);
      expect(found.body.subscriber.first_name).toBe(name);
    }
    const { text } = await world.all.get(`/imports/${body.import.id}/rejected`).expect(200);
    if (reason) expect(text).toMatch(reason);
    const rows = await world.db.query<{ outcome: string }>('SELECT outcome FROM bulk_job_rows WHERE job_id = :id', {
      id: body.import.id,
    });
    expect(rows).toHaveLength(total);
  });

  it('leaves no part of any file, and no row of refused files', async () => {
    const [left] = await world.db.query<{ parts: number; jobs: number }>(
      `SELECT (SELECT COUNT(*) FROM bulk_job_files) AS parts,
              (SELECT COUNT(*) FROM bulk_jobs WHERE status <> 'done') AS jobs`,
    );
    expect(left).toEqual({ parts: 0, jobs: 0 });
  });
});
