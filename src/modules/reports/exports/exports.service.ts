import { Injectable } from '@nestjs/common';
import type { ExportFormat } from '../../../platform/export/export-formats.js';
import type { ExportFile } from '../../../platform/export/send-file.js';
import { oneAhead, type Table } from '../../../platform/export/table.js';
import { ContactWalk, type WhoIsListed } from '../../contacts/listing/contact-walk.service.js';
import { CampaignReportsService } from '../campaigns/campaign-reports.service.js';
import { CampaignExportQueries } from './campaign-export.queries.js';
import {
  basicTable,
  CAMPAIGN_TABLES,
  type CampaignTable,
  hitsTable,
  mailsTable,
  ordersTable,
} from './campaign-tables.js';

export interface CampaignExportQuestion {
  readonly format: ExportFormat;
  readonly include: readonly CampaignTable[];
  readonly includeMachine: boolean;
  /** Of the figures; each order has its own. */
  readonly currency: string | undefined;
}

export interface ContactExportQuestion {
  readonly format: ExportFormat;
  readonly who: WhoIsListed;
  /** All when empty. */
  readonly columns: readonly string[];
  readonly withCustomValues: boolean;
}

/** Files of what reports are about. Nothing of them is made before somebody reads it. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly campaigns: CampaignReportsService,
    private readonly queries: CampaignExportQueries,
    private readonly contacts: ContactWalk,
  ) {}

  /** @throws AppError rest_post_invalid_id */
  async campaign(campaignId: number, question: CampaignExportQuestion): Promise<ExportFile> {
    const { format, include, includeMachine, currency } = question;
    const stats = await this.campaigns.emailStats(campaignId, includeMachine, currency);
    const made: Readonly<Record<CampaignTable, () => Table>> = {
      basic: () => basicTable(stats),
      subscribers: () => mailsTable(oneAhead(this.queries.mails(campaignId)), includeMachine),
      activities: () => hitsTable(oneAhead(this.queries.hits(campaignId, includeMachine))),
      revenue: () => ordersTable(oneAhead(this.queries.orders(campaignId))),
    };
    const tables = CAMPAIGN_TABLES.filter((name) => include.includes(name)).map((name) => made[name]());
    return { name: `campaign-${campaignId}-report`, format, tables };
  }

  /** @throws AppError rest_invalid_param for a column that does not exist. */
  async subscribers({ format, who, columns, withCustomValues }: ContactExportQuestion): Promise<ExportFile> {
    const table = await this.contacts.table(who, { columns, withCustomValues });
    return { name: 'subscribers', format, tables: [{ name: 'subscribers', ...table }] };
  }
}
