import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the product, from package.json, which lies beside `src` and `dist`. */
export const PRODUCT_VERSION = (
  JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;
