import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, type Examined, type Finding, Findings } from '../check.js';

const GIBIBYTE = 1_073_741_824;
const WARNS_AT = GIBIBYTE;
const FAILS_AT = GIBIBYTE / 10;
/** Spooled files are stored within seconds while the database is available. */
const LONG_MS = 5 * 60_000;

/** The data folder: writable, with free space, and without old spool files. */
export class DiskCheck implements Check<'config'> {
  readonly area = 'disk';
  readonly needs = ['config'] as const;

  async run({ config }: Examined<'config'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const { dataDir } = config;
    try {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const probe = join(dataDir, `.doctor-${process.pid}`);
      await writeFile(probe, 'x');
      await rm(probe);
    } catch (error) {
      const { code = 'error' } = error as NodeJS.ErrnoException;
      const advice =
        'Opt-outs are spooled there while the database is away: make it writable for the account of Carillon.';
      findings.failed('DATA_DIR', `${dataDir} cannot be written (${code})`, advice);
      return findings.all;
    }
    findings.ok('DATA_DIR', `${dataDir} is writable`);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const found = `${(free / GIBIBYTE).toFixed(1)} GiB free`;
    const verdict = free < FAILS_AT ? 'failed' : free < WARNS_AT ? 'warning' : 'ok';
    findings.judge('room', verdict, found, 'Free disk space: it is needed while the database is away.');
    await checkSpool(findings, join(dataDir, 'spool'));
    return findings.all;
  }
}

async function checkSpool(findings: Findings, folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let [waiting, oldest] = [0, Date.now()];
  for (const file of files) {
    const seen = await stat(join(file.parentPath, file.name)).catch(() => null);
    if (!seen?.isFile()) continue;
    waiting += 1;
    oldest = Math.min(oldest, seen.mtimeMs);
  }
  const found = `${waiting} files wait, the oldest since ${new Date(oldest).toISOString()}`;
  const advice = 'Opt-outs and clicks wait for the database or for a process on this machine; see the log.';
  if (waiting === 0) findings.ok('spool', 'empty');
  else if (Date.now() - oldest < LONG_MS) findings.ok('spool', `${waiting} files being stored in the database`);
  else findings.warning('spool', found, advice);
}
