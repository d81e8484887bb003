import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { RequestRedis } from '../../../platform/redis/redis.js';

/** How far a database had come. */
export interface Beat {
  readonly series: string;
  readonly number: number;
}

const FILE = 'sending-beat.json';
/** Of one process several writers never share a temporary file. */
const TEMPORARY = `${FILE}.${process.pid}`;

/**
 * What is known outside of the database about how far it had come: in Redis, for all processes, and in a file of this
 * one's data folder. Either may be lost; both together are what a database is held against.
 */
@Injectable()
export class BeatMemory {
  /** The last that this process counted itself. */
  latest: Beat = { series: '', number: 0 };

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** By series, the highest number that is remembered. */
  async recall(): Promise<ReadonlyMap<string, number>> {
    const known = [...(await this.fromRedis()), ...(await this.fromFile())];
    const highest = new Map<string, number>();
    for (const { series, number } of known) highest.set(series, Math.max(number, highest.get(series) ?? 0));
    return highest;
  }

  /** Never fails: what cannot be written now is written with the next beat. */
  async remember(beat: Beat): Promise<void> {
    this.latest = beat;
    await Promise.allSettled([this.toRedis(beat), this.toFile(beat)]);
  }

  private get key(): string {
    return `${this.config.redis.prefix}:sending-beat`;
  }

  private get path(): string {
    return join(this.config.dataDir, FILE);
  }

  private async fromRedis(): Promise<Beat[]> {
    try {
      return read(await this.redis.client.get(this.key));
    } catch {
      return [];
    }
  }

  private async fromFile(): Promise<Beat[]> {
    try {
      return read(await readFile(this.path, 'utf8'));
    } catch {
      return [];
    }
  }

  /** Whoever comes late with a smaller number says nothing new. */
  private async toRedis({ series, number }: Beat): Promise<void> {
    const [known] = await this.fromRedis();
    if (known?.series === series && known.number >= number) return;
    await this.redis.client.set(this.key, JSON.stringify({ series, number }));
  }

  /** In one step, so that a crash leaves the old file or the new one. */
  private async toFile({ series, number }: Beat): Promise<void> {
    await mkdir(this.config.dataDir, { recursive: true });
    const temporary = join(this.config.dataDir, TEMPORARY);
    await writeFile(temporary, JSON.stringify({ series, number }));
    await rename(temporary, this.path);
  }
}

function read(text: string | null): Beat[] {
  if (text === null) return [];
  const { series, number } = JSON.parse(text) as Partial<Beat>;
  return typeof series === 'string' && typeof number === 'number' ? [{ series, number }] : [];
}
