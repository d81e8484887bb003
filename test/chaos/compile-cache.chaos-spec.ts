import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Product } from '../support/product.js';
import { waitUntil } from '../support/wait-until.js';

const MANY_MODULES = 500;

describe('the compile cache', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-compile-cache-'));

  beforeAll(async () => {
    await Product.start({ name: 'compile-cache', env: { NODE_COMPILE_CACHE: folder }, workers: 0 });
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is stored while the process runs, so that a killed process starts again as fast as one that ended', async () => {
    await waitUntil(
      'the compiled modules are stored',
      () => readdirSync(folder, { recursive: true }).length > MANY_MODULES,
    );
  });
});
