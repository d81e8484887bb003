import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type AudienceFilter, audienceSql } from '../audience-filter/audience-filter.js';
import type { OpenClickFigures } from '../figures/figures.js';
import type { Period } from '../periods/report-period.js';

export interface PeriodFigures extends OpenClickFigures {
  readonly sent: number;
  readonly newSubscribed: number;
}

const FIGURES = namedSql(__dirname, 'figures');
const FIGURES_OF_AUDIENCE = namedSql(__dirname, 'figures-of-audience');
const SUBSCRIBERS = namedSql(__dirname, 'subscribers');
const SUBSCRIBERS_OF_AUDIENCE = namedSql(__dirname, 'subscribers-of-audience');

@Injectable()
export class OverviewReportsQueries {
  constructor(private readonly db: Database) {}

  async figures(period: Period, audience: AudienceFilter): Promise<PeriodFigures> {
    const sql = audienceSql(audience, FIGURES, FIGURES_OF_AUDIENCE);
    const [row] = await this.db.query<PeriodFigures>(sql, { ...period, ...audience });
    return row ?? { sent: 0, opened: 0, clicked: 0, machineOpens: 0, machineClicks: 0, newSubscribed: 0 };
  }

  /** Returns the current number of subscribed contacts. */
  async subscribers(audience: AudienceFilter): Promise<number> {
    const sql = audienceSql(audience, SUBSCRIBERS, SUBSCRIBERS_OF_AUDIENCE);
    const [row] = await this.db.query<{ total: number }>(sql, { ...audience });
    return row?.total ?? 0;
  }
}
