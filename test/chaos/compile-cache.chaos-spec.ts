import { readdirSync } from 'node:fs';
import { Product } from '../support/product.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitUntil } from '../support/wait-until.js';

const MANY_MODULES = 500;

describe('the compile cache', () => {
  let folder: string;

  beforeAll(async () => {
    folder = temporaryFolder('compile-cache');
    await Product.start({ name: 'compile-cache', env: { NODE_COMPILE_CACHE: folder }, workers: 0 });
  });

  it('is stored while the process runs, so that a killed process starts again as fast as one that ended', async () => {
    await waitUntil(
      'the compiled modules are stored',
      () => readdirSync(folder, { recursive: true }).length > MANY_MODULES,
    );
  });
});
