import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopAtEnd } from './stop-at-end.js';

/** Creates a folder. It is removed at the end like a resource: after the processes that were started later. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `carillon-${name}-`));
  stopAtEnd({
    stop: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  });
  return folder;
}
