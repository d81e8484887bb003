import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BulkJobLedger } from '../../../src/modules/jobs/bulk-job-ledger.js';
import { ImportsService } from '../../../src/modules/imports/imports.service.js';
import { ProgressLine } from '../../../src/platform/command-line/progress-line.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { type CommandOutput, Terminal } from '../../support/terminal.js';
import { World } from '../../support/world.js';

interface Job {
  readonly id: number;
  readonly status: string;
  readonly [figure: string]: unknown;
}

const MANY = 20_000;

describe('contacts on the command line', () => {
  let world: World;
  let terminal: Terminal;
  let folder: string;

  beforeAll(async () => {
    // Without a worker: commands must not need one.
    world = await World.start({ worker: false });
    terminal = await Terminal.of(world);
    folder = temporaryFolder('cli');
  });

  function file(name: string, content: string | Buffer): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  const json = ({ out }: CommandOutput): Job => JSON.parse(out) as Job;
  const count = async (table: 'contacts' | 'bulk_jobs' | 'bulk_job_files' | 'lists'): Promise<number> =>
    (await world.db.query<{ rows: number }>(`SELECT COUNT(*) AS \`rows\` FROM ${table}`))[0]?.rows ?? 0;
  function many(domain: string): string {
    const rows = Array.from({ length: MANY }, (_, index) => `person-${index}@${domain},Person ${index}`);
    return file(`${domain}.csv`, ['email,first_name', ...rows].join('\n'));
  }

  describe('contacts:import', () => {
    it('imports a file, prints the figures, and writes refused rows to a file', async () => {
      const tag = await world.given.tag({ title: 'Fair' });
      const rows = ['Mail;Vorname;Notiz', 'zoe@example.com;Zoë;x', 'broken;Bert;y', 'max@example.com;Max;'];
      const path = file('guests.csv', Buffer.from(rows.join('\r\n'), 'latin1'));
      const rejected = join(folder, 'rejected.csv');
      const said = await terminal.run([
        ...['contacts:import', path, '--map', 'Mail=email,Vorname=first_name', '--create'],
        ...['--list', 'Guests', '--tag', String(tag.id), '--list', 'Autumn', '--rejected', rejected],
      ]);

      expect(said.out.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
        expect.stringMatching(/^Import \d+: done$/),
        ...['rows 3', 'created 2', 'updated 0', 'skipped 0', 'invalid 1', 'status kept 0'],
      ]);
      expect(said.exitCode).toBe(2);
      expect(said.err).toContain('Ignored columns: Notiz');
      expect(readFileSync(rejected, 'utf8')).toMatch(
        /^\ufeffMail,Vorname,Notiz,row,reason\r\nbroken,Bert,y,2,email must be one email address\r\n$/,
      );
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);

      const { body } = await world.all.get('/lists').expect(200);
      expect(body.lists.map((list: Record<string, unknown>) => [list['title'], list['totalCount']])).toEqual(
        expect.arrayContaining([
          ['Guests', 2],
          ['Autumn', 2],
        ]),
      );
      const { body: tags } = await world.all.get(`/tags/${tag.id}`).expect(200);
      expect((tags.tag ?? tags.tags).title).toBe('Fair');
      const [zoe] = await world.db.query('SELECT first_name, status FROM contacts WHERE email = :email', {
        email: 'zoe@example.com',
      });
      expect(zoe).toEqual({ first_name: 'Zoë', status: 'subscribed' });
    });

    it('creates an import that the API shows like any other', async () => {
      const said = await terminal.run(['contacts:import', file('one.csv', 'email\napi@example.com'), '--json']);
      const { body } = await world.all.get(`/imports/${json(said).id}`).expect(200);
      expect(body.import).toMatchObject({ status: 'done', file_name: 'one.csv', total: 1, created: 1 });
      expect(await count('bulk_job_files')).toBe(0);
    });

    it('updates existing contacts with --update and skips them otherwise', async () => {
      await world.given.contact({ email: 'known@example.com', first_name: 'Before' });
      const path = file('known.csv', 'email,first_name\nknown@example.com,After');
      expect(json(await terminal.run(['contacts:import', path, '--json']))).toMatchObject({ skipped: 1, updated: 0 });
      const said = await terminal.run(['contacts:import', path, '--update', '--json']);
      expect(json(said)).toMatchObject({ skipped: 0, updated: 1 });
      expect(said.exitCode).toBe(0);
    });

    it('reports all errors at once and stores nothing', async () => {
      const before = [await count('bulk_jobs'), await count('lists')];
      const path = file('fine.csv', 'email\na@example.com');
      const said = await terminal.run([
        ...[
          'contacts:import',
          path,
          '--list',
          'Nowhere',
          '--tag',
          'Nothing',
          '--new-status',
          'keen',
          '--delimiter',
          '?',
        ],
      ]);
      expect(said.faults).toEqual({
        new_status: expect.stringContaining('must be one of'),
        delimiter: expect.stringContaining('must be one of'),
        list: 'unknown: Nowhere; --create creates them',
        tag: 'unknown: Nothing; --create creates them',
      });
      expect(said.exitCode).toBe(1);
      const refusals: readonly (readonly [args: readonly string[], fault: Record<string, unknown>])[] = [
        [[], { file: expect.stringContaining('must be exactly one file') }],
        [[path, '--resume', '1'], { file: expect.stringContaining('must be exactly one file') }],
        [['--resume', 'first'], { resume: 'must be the id of an import' }],
        [[join(folder, 'missing.csv')], { file: expect.stringContaining('ENOENT') }],
        [[folder], { file: expect.stringContaining('is not a file') }],
        [[file('empty.csv', '')], { file: 'is empty' }],
        [[file('book.csv', 'PK\u0003\u0004...')], { file: expect.stringContaining('Excel') }],
        [[file('names.csv', 'name\nAda')], { file: expect.stringContaining('no column with the email address') }],
        [[path, '--map', 'Mail=email'], { map: expect.stringContaining('Mail') }],
      ];
      for (const [args, fault] of refusals)
        expect([args, (await terminal.run(['contacts:import', ...args])).faults]).toEqual([args, fault]);
      expect([await count('bulk_jobs'), await count('lists')]).toEqual(before);
      expect(await count('bulk_job_files')).toBe(0);
    });

    it('validates without writing in a dry run', async () => {
      const before = [await count('contacts'), await count('lists')];
      const path = file('dry.csv', 'email\ndry@example.com\nwrong');
      const said = await terminal.run([
        'contacts:import',
        path,
        '--dry-run',
        '--create',
        '--list',
        'Not yet',
        '--json',
      ]);
      expect(json(said)).toMatchObject({ status: 'done', created: 1, invalid: 1 });
      expect(said.err).toMatch(
        /\nDry run: nothing was written\. Would create 1 contact, update 0, skip 0, and reject 1 row\.\n$/,
      );
      expect([await count('contacts'), await count('lists')]).toEqual(before);
    });

    it('cancels at Ctrl-C, and can undo its changes', async () => {
      const before = await count('contacts');
      const stopAt = 3;
      let batches = 0;

      const { recordBatch } = BulkJobLedger.prototype;
      const watched = jest.spyOn(BulkJobLedger.prototype, 'recordBatch').mockImplementation(function (
        this: BulkJobLedger,
        ...args
      ) {
        batches += 1;
        if (batches === stopAt) process.emit('SIGINT');
        return recordBatch.apply(this, args);
      });
      const said = await terminal.run(['contacts:import', many('stopped.example'), '--json']);
      watched.mockRestore();
      const job = json(said);
      expect(job.status).toBe('cancelled');
      expect(said.exitCode).toBe(130);
      expect(job['created']).toBeGreaterThan(0);
      expect(job['created']).toBeLessThan(MANY);
      expect(await count('contacts')).toBe(before + Number(job['created']));

      const undone = await terminal.run(['contacts:import', '--undo', String(job.id), '--json']);
      expect(json(undone)).toMatchObject({ status: 'undone', undone: job['created'], conflicts: 0 });
      expect(undone.exitCode).toBe(0);
      expect(await count('contacts')).toBe(before);
      const again = await terminal.run(['contacts:import', '--undo', String(job.id)]);
      expect(again.faults).toEqual({ id: expect.stringContaining('has already been undone') });
    });

    it('resumes an import that has not started or was interrupted', async () => {
      const imports = world.api.get(ImportsService, { strict: false });
      const received = await imports.receive([Buffer.from('email\nleft@example.com')], 'left.csv', null);
      await imports.start(received, {});
      const id = String(received.jobId);
      expect(json(await terminal.run(['contacts:import', '--resume', id, '--json']))).toMatchObject({
        id: received.jobId,
        status: 'done',
        created: 1,
      });
      // An ended import is reported, not repeated.
      expect(json(await terminal.run(['contacts:import', '--resume', id, '--json']))).toMatchObject({ created: 1 });
    });
  });

  describe('contacts:export', () => {
    const exported = async (...args: string[]): Promise<CommandOutput> => terminal.run(['contacts:export', ...args]);

    beforeAll(async () => {
      const list = await world.given.list({ title: 'Export' });
      const tag = await world.given.tag({ title: 'Chosen' });
      await world.given.contact({ email: 'one@export.example', first_name: '=1+1', lists: [list.id], tags: [tag.id] });
      await world.given.contact({ email: 'two@export.example', lists: [list.id], status: 'unsubscribed' });
    });

    it('writes the selected contacts in the format of the file extension', async () => {
      const path = join(folder, 'out.csv');
      const said = await exported(path, '--list', 'export', '--columns', 'email, first_name,status');
      expect(readFileSync(path, 'utf8')).toBe(
        '\ufeffemail,first_name,status\r\n' +
          "one@export.example,'=1+1,subscribed\r\ntwo@export.example,,unsubscribed\r\n",
      );
      expect(said).toMatchObject({ exitCode: 0, out: '', err: `2 contacts written to ${path}\n` });
      const lines = join(folder, 'out.ndjson');
      const one = await exported(lines, '--list', 'Export', '--tag', 'Chosen', '--columns', 'email');
      expect(one.err).toBe(`1 contact written to ${lines}\n`);
      expect(readFileSync(lines, 'utf8').trim()).toBe('{"email":"one@export.example"}');
      await exported(lines, '--list', 'Export', '--status', 'unsubscribed', '--columns', 'email', '--format', 'json');
      expect(JSON.parse(readFileSync(lines, 'utf8'))).toEqual({
        subscribers: [{ email: 'two@export.example' }],
      });
    });

    it('writes to standard output', async () => {
      const chunks: Buffer[] = [];
      const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk: unknown, ...rest: unknown[]) => {
        chunks.push(chunk as Buffer);
        const done = rest.find((one) => typeof one === 'function');
        if (done) (done as () => void)();
        return true;
      });
      try {
        await exported('--search', 'one@export.example', '--format', 'ndjson', '--columns', 'email');
      } finally {
        write.mockRestore();
      }
      expect(Buffer.concat(chunks).toString()).toBe('{"email":"one@export.example"}\n');
    });

    it('reports errors and leaves no partial file', async () => {
      const path = join(folder, 'never.csv');
      expect((await exported(path, '--list', 'Missing', '--tag', 'Nothing')).faults).toEqual({
        list: 'unknown: Missing',
        tag: 'unknown: Nothing',
      });
      expect((await exported(path, '--columns', 'shoe')).faults).toEqual({ columns: expect.stringContaining('email') });
      expect((await exported(path, '--format', 'pdf')).faults).toEqual({ format: expect.stringContaining('xlsx') });
      expect((await exported(path, '--status', 'keen')).faults).toEqual({ status: expect.stringContaining('pending') });
      await expect(exported(join(folder, 'missing', 'out.csv'))).rejects.toThrow('ENOENT');
      expect(existsSync(path) || existsSync(`${path}.part`)).toBe(false);
    });

    it('keeps the previous file when interrupted', async () => {
      const there = file('there.csv', 'before');
      const running = jest.spyOn(ProgressLine.prototype, 'show').mockImplementation(() => {
        process.emit('SIGINT');
      });
      try {
        const said = await exported(there, '--list', 'Export');
        expect(said.exitCode).toBe(130);
      } finally {
        running.mockRestore();
      }
      expect(readFileSync(there, 'utf8')).toBe('before');
      expect(existsSync(`${there}.part`)).toBe(false);
    });
  });

  it('reverts no migration without confirmation', async () => {
    const said = await terminal.run(['migrate:revert']);
    expect(said).toMatchObject({ exitCode: 1, err: expect.stringContaining('Nothing was reverted. Use --yes') });
    expect((await terminal.run(['migrate'])).out).toBe('the schema is up to date');
  });

  it('migrates the schema', async () => {
    for (const name of ['migrate', 'migrate:database'])
      expect((await terminal.run([name])).out).toBe('the schema is up to date');
  });
});
