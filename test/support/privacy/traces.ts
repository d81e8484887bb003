import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Redis from 'ioredis';
import type { World } from '../world.js';

interface TextColumn {
  readonly table: string;
  readonly column: string;
}

const TEXT_TYPES =
  "'char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'json', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'enum', 'set'";

/**
 * Finds contacts in all columns of all tables, all Redis keys, and all files of the data folder.
 * @param isNamed whether a text names one of the contacts.
 */
export async function traces(world: World, isNamed: (text: string) => boolean): Promise<string[]> {
  return [
    ...(await inTables(world, isNamed)),
    ...(await inRedis(world, isNamed)),
    ...inFiles(world.config.dataDir, isNamed),
  ];
}

/** Every text column, including those that are added later. */
export async function inTables({ db }: World, isNamed: (text: string) => boolean): Promise<string[]> {
  const columns = await db.query<TextColumn>(
    `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS \`column\` FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE IN (${TEXT_TYPES}) ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const rows = await db.query<{ text: Buffer | string | null }>(`SELECT \`${column}\` AS text FROM \`${table}\``);
    const named = rows.filter(({ text }) => text !== null && isNamed(String(text)));
    if (named.length > 0)
      found.push(`${table}.${column}: ${named.length} such as ${String(named[0]?.text).slice(0, 300)}`);
  }
  return found;
}

async function inRedis({ config }: World, isNamed: (text: string) => boolean): Promise<string[]> {
  const redis = new Redis(config.redis.url);
  const found: string[] = [];
  for await (const keys of redis.scanStream({ match: `*${config.redis.prefix}*`, count: 1_000 }) as AsyncIterable<
    string[]
  >)
    for (const key of keys) {
      const value = await valueOf(redis, key);
      if (isNamed(key) || isNamed(value)) found.push(`redis ${key}: ${value.slice(0, 300)}`);
    }
  redis.disconnect();
  return found;
}

async function valueOf(redis: Redis, key: string): Promise<string> {
  switch (await redis.type(key)) {
    case 'string':
      return (await redis.get(key)) ?? '';
    case 'hash':
      return JSON.stringify(await redis.hgetall(key));
    case 'list':
      return JSON.stringify(await redis.lrange(key, 0, -1));
    case 'set':
      return JSON.stringify(await redis.smembers(key));
    case 'zset':
      return JSON.stringify(await redis.zrange(key, 0, '-1'));
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'));
    default:
      return '';
  }
}

function inFiles(folder: string, isNamed: (text: string) => boolean): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return inFiles(path, isNamed);
    return isNamed(readFileSync(path, 'utf8')) ? [`file ${path}`] : [];
  });
}
