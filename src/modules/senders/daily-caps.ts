import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Tx } from '../../platform/database/database.js';
import type { Reader } from '../../platform/database/reader.js';
import { capOn, type DailyPlan, localDayOf, nextLocalDay } from './warm-up.js';

/** A sender, as far as its day matters. */
export interface CappedSender extends DailyPlan {
  readonly id: number;
  readonly warmupSince: string | null;
}

/** Mails that a sender has been trusted with on one day. */
export interface Reservation {
  readonly senderId: number;
  readonly day: string;
  readonly mails: number;
}

export interface DayOfSender {
  readonly mails: number;
  /** Null for no limit. */
  readonly cap: number | null;
}

/**
 * Counts mails per sender and local day for all processes together. They are counted before they are claimed and given back
 * when they do not leave, so a process that dies leaves a day with a few mails too few and never too many.
 */
@Injectable()
export class DailyCaps {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** As many of the wanted mails as the day still has room for; zero mails when it has none. */
  async reserve(sender: CappedSender, wanted: number): Promise<Reservation> {
    const { id: senderId } = sender;
    const day = localDayOf(this.clock.now(), this.config.timeZone);
    return this.db.transaction(async (tx) => {
      let row = await lockDay(tx, senderId, day);
      if (!row) {
        await tx.execute('INSERT IGNORE INTO sender_days (sender_id, day) VALUES (:senderId, :day)', { senderId, day });
        row = await lockDay(tx, senderId, day);
      }
      const cap = (await this.capOf(sender, day, tx)) ?? Infinity;
      const mails = Math.max(0, Math.min(wanted, cap - (row?.mails ?? 0)));
      if (mails > 0)
        await tx.execute('UPDATE sender_days SET mails = mails + :mails WHERE sender_id = :senderId AND day = :day', {
          senderId,
          day,
          mails,
        });
      return { senderId, day, mails };
    });
  }

  /** What did not leave after all may leave later that day. */
  async giveBack({ senderId, day }: Reservation, mails: number): Promise<void> {
    if (mails === 0) return;
    await this.db.transaction((tx) =>
      tx.execute(
        'UPDATE sender_days SET mails = GREATEST(mails, :mails) - :mails WHERE sender_id = :senderId AND day = :day',
        { senderId, day, mails },
      ),
    );
  }

  /** How a sender's day stands. Only what is limited is counted. */
  async today(sender: CappedSender): Promise<DayOfSender> {
    const day = localDayOf(this.clock.now(), this.config.timeZone);
    const [row] = await this.db.query<{ mails: number }>(
      'SELECT mails FROM sender_days WHERE sender_id = :senderId AND day = :day',
      { senderId: sender.id, day },
    );
    return { mails: row?.mails ?? 0, cap: await this.capOf(sender, day, this.db) };
  }

  /** When there is room again. */
  nextDay(): Date {
    return nextLocalDay(this.clock.now(), this.config.timeZone);
  }

  /** A day on which nothing was sent has warmed nothing up, so it does not count. */
  private async capOf(sender: CappedSender, day: string, reader: Reader): Promise<number | null> {
    if (sender.warmup === null) return sender.dailyCap;
    const [row] = await reader.query<{ days: number }>(
      `SELECT COUNT(*) AS days FROM sender_days
        WHERE sender_id = :senderId AND day >= :since AND day < :day AND mails > 0`,
      { senderId: sender.id, since: sender.warmupSince ?? day, day },
    );
    return capOn((row?.days ?? 0) + 1, sender);
  }
}

async function lockDay(tx: Tx, senderId: number, day: string): Promise<{ mails: number } | undefined> {
  const [row] = await tx.query<{ mails: number }>(
    'SELECT mails FROM sender_days WHERE sender_id = :senderId AND day = :day FOR UPDATE',
    { senderId, day },
  );
  return row;
}
