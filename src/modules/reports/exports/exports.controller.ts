import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { RequirePermission, Refuses, invalid } from '../../../platform/access/operation.js';
import { AnswersFile, sendFile } from '../../../platform/export/send-file.js';
import { RecordId, Resource } from '../../../platform/http/resource.js';
import { UsesRateLimit } from '../../../platform/rate-limit/rate-limit.guard.js';
import { UNKNOWN_CAMPAIGN } from '../http/refusals.js';
import { CampaignExportDto, ContactExportDto } from './dto/exports.dto.js';
import { CAMPAIGN_FILE, CONTACT_FILE } from './dto/examples.js';
import { ExportsService } from './exports.service.js';

const STREAMED = 'The file is streamed. If the connection ends early, the file is incomplete.';

@UsesRateLimit('exports')
@Resource('reports', 'Reports')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @Get('campaigns/:id/export')
  @AnswersFile('campaign', STREAMED, CAMPAIGN_FILE)
  @Refuses({
    400: invalid('Unknown format, table, or currency', { format: 'must be one of: csv, xlsx, json' }),
    404: UNKNOWN_CAMPAIGN,
  })
  @RequirePermission('view_reports', {
    summary: 'Export a campaign report',
    description: 'Streams the figures, emails, opens and clicks, and orders of the campaign as a file.',
  })
  async exportCampaign(
    @RecordId('campaign') id: number,
    @Query() query: CampaignExportDto,
    @Res() response: Response,
  ): Promise<void> {
    await sendFile(response, await this.exports.campaign(id, query.toRequest()));
  }

  @Get('subscribers/export')
  @AnswersFile('contact', STREAMED, CONTACT_FILE)
  @Refuses({
    400: invalid('Unknown format or column, or invalid filter', {
      columns: 'must hold only: id, user_id, hash, email',
    }),
  })
  @RequirePermission(
    { allOf: ['view_reports', 'view_contacts'] },
    {
      summary: 'Export contacts',
      description: 'Streams contacts as a file, ordered by id. Accepts the filters of `GET /subscribers`.',
    },
  )
  async exportContacts(@Query() query: ContactExportDto, @Res() response: Response): Promise<void> {
    await sendFile(response, await this.exports.subscribers(query.toRequest()));
  }
}
