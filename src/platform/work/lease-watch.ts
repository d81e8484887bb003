import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Database, type Reader } from '../database/database.js';
import { REQUEST_LEASE_SECONDS } from './lease.js';
import { Periodic } from './periodic.js';

/** One time on the monotonic clock of the process and on the clock of the database, in milliseconds. */
type Look = Readonly<Record<'here' | 'there', number>>;

/** Holders renew four times per lease, so they notice a shorter disturbance before their leases expire. */
const TOLERATED_SHARE = 3 / 8;
const EVERY_MS = 1_000;
/** An idle process looks again after this share of the tolerated time. */
const SHARE_BETWEEN_LOOKS = 1 / 4;
/** Maximum age of the look by which leases are judged. */
const FRESH_MS = 1_000;

/**
 * Knows whether an expired lease means that its holder has died. Leases are not renewed while the database is away or this machine is
 * suspended, and end when the clock of the database jumps. After that, each holder has the time of a lease to renew it.
 */
@Injectable()
export class LeaseWatch {
  private readonly logger = new Logger(LeaseWatch.name);
  private readonly toleratedMs: number;
  private last: Look | null = null;
  /** The first look since the last disturbance. */
  private undisturbed: Look | null = null;
  private judgesFrom = -Infinity;

  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) { mail }: AppConfig,
  ) {
    this.toleratedMs = Math.min(mail.leaseSeconds, REQUEST_LEASE_SECONDS) * 1_000 * TOLERATED_SHARE;
  }

  @Periodic({ name: 'Lease watch', everyMs: EVERY_MS, atStart: true })
  async look(): Promise<void> {
    // Not later than that: the next run may be late.
    await this.lookWith(this.db, this.toleratedMs * SHARE_BETWEEN_LOOKS - EVERY_MS);
  }

  /**
   * Returns whether rows with an expired lease may be taken. It looks first if the last look is old.
   * @param reader must not send this together with a statement that waits for a lock: the answer would be late.
   * @param seconds the duration of the leases.
   */
  async mayJudge(reader: Reader, seconds: number): Promise<boolean> {
    await this.lookWith(reader, FRESH_MS);
    return performance.now() >= this.judgesFrom + seconds * 1_000;
  }

  private async lookWith(reader: Reader, maxAgeMs: number): Promise<void> {
    if (this.last !== null && performance.now() - this.last.here < maxAgeMs) return;
    const [row] = await reader.query<{ now: Date }>('SELECT NOW(3) AS now');
    this.saw({ here: performance.now(), there: (row?.now ?? new Date()).getTime() });
  }

  private saw(look: Look): void {
    const pauseMs = look.here - (this.last ?? look).here;
    const jumpMs = offsetOf(look) - offsetOf(this.undisturbed ?? look);
    this.last = look;
    this.undisturbed ??= look;
    if (pauseMs <= this.toleratedMs && Math.abs(jumpMs) <= this.toleratedMs) return;
    this.undisturbed = look;
    this.judgesFrom = look.here;
    this.logger.warn({ pauseMs, jumpMs }, 'Leases not judged after a disturbance of the clock or the database');
  }
}

const offsetOf = ({ here, there }: Look): number => there - here;
