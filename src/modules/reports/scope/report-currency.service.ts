import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';

/** Selects the currency of a report, because amounts of different currencies cannot be added up. */
@Injectable()
export class ReportCurrency {
  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Returns the currency of the report, or null if there are no orders.
   * @param requested an ISO 4217 code. Default: `REPORT_CURRENCY`, or else the currency with the most orders.
   */
  async resolve(requested?: string): Promise<string | null> {
    return requested ?? this.config.commerce.reportCurrency ?? (await this.mostUsed());
  }

  private async mostUsed(): Promise<string | null> {
    const [row] = await this.db.query<{ currency: string }>(
      'SELECT currency FROM revenue_daily_stats GROUP BY currency ORDER BY SUM(orders) DESC, currency LIMIT 1',
    );
    return row?.currency ?? null;
  }
}
