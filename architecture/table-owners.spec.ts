import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROLLUPS } from '../src/modules/rollups/counters.js';

const MODULES = join(__dirname, '..', 'src', 'modules');

/** Tables without an entity. `platform` covers everything below the modules. */
const WITHOUT_ENTITY: Readonly<Record<string, string>> = {
  domain_events: 'platform',
  parked_events: 'platform',
  send_rates: 'sending',
};

/** Tables that a module writes in another one, with the reason. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // Erasing and merging change all data of a contact in one transaction.
  privacy: [
    ...[
      'contacts',
      'contact_companies',
      'contact_consents',
      'contact_optins',
      'list_subscriptions',
      'suppressions',
      'tracked_events',
      'notes',
    ],
    ...['bulk_jobs', 'bulk_job_rows', 'domain_events', 'parked_events', 'email_messages', 'campaigns'],
  ],
  // The result of a submission is stored in the ledger row.
  tracking: ['email_messages'],
  feedback: ['email_messages'],
  // Erasing the messages of a contact includes what other modules store by message.
  sending: ['email_hits', 'email_links', 'feedback_reports'],
  // What people entered in forms is stored with the request that confirms it, and removed with the sign-up.
  forms: ['contact_optins'],
  // Notifications are deleted with their content, which nothing else uses.
  'system-emails': ['email_messages'],
  // Erasing a single email includes the subjects of its messages.
  'single-emails': ['email_messages'],
  // Sending runs wait while their sender is paused, and switch to another one when it is deleted.
  senders: ['sendings'],
  // An import is a job with a file.
  imports: ['bulk_jobs', 'bulk_job_files'],
};

const WRITES =
  /INSERT\s+(?:IGNORE\s+)?INTO\s+(\w+)|UPDATE\s+(\w+)\s+(?:\w+\s+)?(?:SET|JOIN|FORCE)|DELETE\s+(?:\w+\s+)?FROM\s+(\w+)|(?:insertRows|tx\.delete)\(\s*'(\w+)'|new Lease\(\{\s*table: '(\w+)'|new StateMachine\(\s*'[^']+',\s*'(\w+)\./g;

const files = readdirSync(MODULES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name) && !entry.name.endsWith('.spec.ts'))
  .map((entry) => join(entry.parentPath, entry.name));
const moduleOf = (file: string): string => relative(MODULES, file).split(sep)[0] ?? '';

describe('the tables of a module', () => {
  const owners = new Map(Object.entries(WITHOUT_ENTITY));
  for (const file of files.filter((name) => name.endsWith('.entity.ts')))
    for (const [, table = ''] of readFileSync(file, 'utf8').matchAll(/@Entity\('(\w+)'/g))
      owners.set(table, moduleOf(file));

  for (const { table } of ROLLUPS) owners.set(table, 'rollups');

  const foreign = new Set<string>();
  const unknown = new Set<string>();
  for (const file of files)
    for (const [, ...tables] of readFileSync(file, 'utf8').matchAll(WRITES))
      for (const table of tables.filter(Boolean)) {
        const owner = owners.get(table);
        if (owner === undefined) unknown.add(table);
        else if (owner !== moduleOf(file)) foreign.add(`${moduleOf(file)} writes ${table}`);
      }

  it('are written by that module, but for what is listed with a reason', () => {
    const listed = Object.entries(EXCEPTIONS).flatMap(([own, tables]) =>
      tables.map((table) => `${own} writes ${table}`),
    );
    expect([...foreign].sort()).toEqual(listed.sort());
  });

  it('are all known', () => {
    expect(owners.size).toBeGreaterThan(60);
    expect([...unknown]).toEqual([]);
  });
});
