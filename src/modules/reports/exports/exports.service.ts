import { Injectable } from '@nestjs/common';
import type { ExportFormat } from '../../../platform/export/export-formats.js';
import type { ExportFile } from '../../../platform/export/send-file.js';
import type { Table } from '../../../platform/export/table.js';
import { ContactWalk, type ContactListQuery } from '../../contacts/listing/contact-walk.service.js';
import { CampaignReportsService } from '../campaigns/campaign-reports.service.js';
import { basicTable, CAMPAIGN_TABLES, type CampaignTable, CampaignTables } from './campaign-tables.queries.js';

export interface CampaignExportRequest {
  readonly format: ExportFormat;
  readonly include: readonly CampaignTable[];
  readonly includeMachine: boolean;
  /** Currency of the figures; each order has its own. */
  readonly currency: string | undefined;
}

export interface ContactExportRequest {
  readonly format: ExportFormat;
  readonly who: ContactListQuery;
  /** Empty for all columns. */
  readonly columns: readonly string[];
  readonly withCustomValues: boolean;
}

/** Exports campaigns and contacts as files. Rows are read while the file is sent. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly campaigns: CampaignReportsService,
    private readonly rows: CampaignTables,
    private readonly contacts: ContactWalk,
  ) {}

  async campaign(campaignId: number, request: CampaignExportRequest): Promise<ExportFile> {
    const { format, include, includeMachine } = request;
    const stats = await this.campaigns.emailStats(campaignId, request);
    const made: Readonly<Record<CampaignTable, () => Table>> = {
      basic: () => basicTable(stats),
      subscribers: () => this.rows.emails(campaignId, includeMachine),
      activities: () => this.rows.activities(campaignId, includeMachine),
      revenue: () => this.rows.orders(campaignId),
    };
    const tables = CAMPAIGN_TABLES.filter((name) => include.includes(name)).map((name) => made[name]());
    return { name: `campaign-${campaignId}-report`, format, tables };
  }

  async subscribers({ format, who, columns, withCustomValues }: ContactExportRequest): Promise<ExportFile> {
    const table = await this.contacts.table(who, { columns, withCustomValues });
    return { name: 'subscribers', format, tables: [{ name: 'subscribers', ...table }] };
  }
}
