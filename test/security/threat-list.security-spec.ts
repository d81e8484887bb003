import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

describe('the list of threats and faults', () => {
  it('has a test for every row, and is up to date', async () => {
    const script = resolve(__dirname, '../../scripts/threat-list.mjs');
    await promisify(execFile)(process.execPath, [script, '--check']);
  });
});
