import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { localDay } from '../../platform/clock/local-time.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { numberOf } from '../../platform/database/records.js';
import { lockedOrNew } from '../../platform/database/locked-or-new.js';
import type { EmailClass } from './email-class.js';
import type { Sender } from './sender.entity.js';
import { type DailyPlan, type DayLimits, limitsOn, nextLocalDay } from './warm-up.js';

type CappedSender = DailyPlan & Readonly<Pick<Sender, 'id' | 'warmupSince'>>;

export interface Reservation {
  readonly senderId: number;
  readonly day: string;
  readonly emailClass: EmailClass;
  readonly emails: number;
}

export interface DayOfSender {
  readonly emails: number;
  /** For campaigns; null: unlimited. */
  readonly cap: number | null;
}

interface DayRow {
  readonly emails: number;
  readonly bulk: number;
}

/** Emails are counted before they are claimed, so a crash can waste a part of the daily cap, but never exceed it. */
@Injectable()
export class DailyCaps {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Every cap stops campaigns; `daily_cap` also stops funnels. Single, system, and test emails are counted, but never stopped. */
  async reserve(sender: CappedSender, emailClass: EmailClass, wanted: number): Promise<Reservation> {
    const { id: senderId } = sender;
    const day = localDay(this.clock.now(), this.config.timeZone);
    return this.db.transaction(async (tx) => {
      const row = await lockedOrNew<DayRow>(
        tx,
        'SELECT mails AS emails, bulk FROM sender_days WHERE sender_id = :senderId AND day = :day FOR UPDATE',
        'INSERT IGNORE INTO sender_days (sender_id, day) VALUES (:senderId, :day)',
        { senderId, day },
      );
      const left = leftOf(await this.limitsOf(sender, day, tx), row, emailClass);
      const emails = Math.max(0, Math.min(wanted, left));
      if (emails > 0)
        await tx.execute(
          'UPDATE sender_days SET mails = mails + :emails, bulk = bulk + :bulk WHERE sender_id = :senderId AND day = :day',
          { senderId, day, emails, bulk: emailClass === 'campaign' ? emails : 0 },
        );
      return { senderId, day, emailClass, emails };
    });
  }

  async release({ senderId, day, emailClass }: Reservation, emails: number): Promise<void> {
    if (emails === 0) return;
    await this.db.execute(
      `UPDATE sender_days SET mails = GREATEST(mails, :emails) - :emails, bulk = GREATEST(bulk, :bulk) - :bulk
        WHERE sender_id = :senderId AND day = :day`,
      { senderId, day, emails, bulk: emailClass === 'campaign' ? emails : 0 },
    );
  }

  /** Returns the usage of the current day. Senders without a cap are not counted. */
  async today(sender: CappedSender): Promise<DayOfSender> {
    const day = localDay(this.clock.now(), this.config.timeZone);
    const sql = 'SELECT mails FROM sender_days WHERE sender_id = :senderId AND day = :day';
    const emails = await numberOf(this.db, sql, { senderId: sender.id, day });
    return { emails, cap: (await this.limitsOf(sender, day, this.db)).campaigns };
  }

  nextDay(): Date {
    return nextLocalDay(this.clock.now(), this.config.timeZone);
  }

  /** A day without campaign emails does not count as a warm-up day. */
  private async limitsOf(sender: CappedSender, day: string, reader: Reader): Promise<DayLimits> {
    if (sender.warmup === null) return limitsOn(1, sender);
    const sql = `SELECT COUNT(*) FROM sender_days
                  WHERE sender_id = :senderId AND day >= :since AND day < :day AND bulk > 0`;
    const days = await numberOf(reader, sql, { senderId: sender.id, since: sender.warmupSince ?? day, day });
    return limitsOn(days + 1, sender);
  }
}

function leftOf({ all, campaigns }: DayLimits, { emails, bulk }: DayRow, emailClass: EmailClass): number {
  if (emailClass === 'urgent') return Infinity;
  const left = all === null ? Infinity : all - emails;
  return emailClass === 'funnel' || campaigns === null ? left : Math.min(left, campaigns - bulk);
}
