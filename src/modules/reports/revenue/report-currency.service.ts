import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';

/** Money of different currencies cannot be added up, so every figure of money is of one of them. */
@Injectable()
export class ReportCurrency {
  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * The currency to report in.
   * @param asked an ISO 4217 code; left out, that of `REPORT_CURRENCY`, else the one that most orders are in.
   * @returns null when there is neither, because nothing was ever ordered.
   */
  async resolve(asked?: string): Promise<string | null> {
    return asked ?? this.config.commerce.reportCurrency ?? (await this.mostUsed());
  }

  private async mostUsed(): Promise<string | null> {
    const [row] = await this.db.query<{ currency: string }>(
      'SELECT currency FROM revenue_daily_stats GROUP BY currency ORDER BY SUM(orders) DESC, currency LIMIT 1',
    );
    return row?.currency ?? null;
  }
}
