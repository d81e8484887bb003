import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Product } from '../support/product.js';

describe('the command line beside a running product', () => {
  let product: Product;
  /** A second terminal: it knows where the data is and nothing about servers. */
  let terminal: Record<string, string>;

  beforeAll(async () => {
    product = await Product.start({ name: 'command-line' });
    const { DATABASE_URL = '', REDIS_URL = '', ...others } = product.env;
    terminal = others;
    const addresses = `DATABASE_URL='${DATABASE_URL}'\nREDIS_URL='${REDIS_URL}'\n`;
    writeFileSync(join(terminal['DATA_DIR'] ?? '', 'services.env'), addresses);
  });
  afterAll(() => product.stop());

  it('finds the servers by the file that the running product leaves in its data folder', async () => {
    const managers = JSON.parse(await product.cli(['manager:list', '--json'], terminal)) as unknown;
    expect(managers).toEqual([expect.objectContaining({ username: 'chaos', role: 'manager', disabled: false })]);
  });

  it('makes managers and keys that the running API knows at once', async () => {
    const issue = async (args: readonly string[]): Promise<{ application_password: string }> =>
      JSON.parse(await product.cli(args, terminal)) as { application_password: string };
    const first = await issue(['manager:create', '--json', '--username', 'ada', '--permissions', 'view_contacts']);
    const second = await issue(['key:create', '--json', '--username', 'ada', '--name', 'second']);
    for (const { application_password: password } of [first, second]) {
      const authorization = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
      const response = await fetch(`${product.apiUrl}/subscribers`, { headers: { authorization } });
      expect(response.status).toBe(200);
    }
    const keys = JSON.parse(await product.cli(['key:list', '--json', '--username', 'ada'], terminal)) as unknown[];
    expect(keys).toHaveLength(2);
  });

  it('says which variable is missing where nothing runs', async () => {
    const elsewhere = join(terminal['DATA_DIR'] ?? '', 'elsewhere');
    mkdirSync(elsewhere);
    const env = { ...terminal, DATA_DIR: elsewhere };
    await expect(product.cli(['manager:list'], env)).rejects.toThrow('DATABASE_URL is required');
  });
});
