import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequirePermission } from '../../../platform/access/require-permission.js';
import { AnswersFile } from '../../../platform/export/answers-file.js';
import { sendFile } from '../../../platform/export/send-file.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Refuses } from '../../../platform/openapi/refusals.js';
import { LimitedAs } from '../../../platform/rate-limit/rate-limit.guard.js';
import { CampaignExportDto } from './dto/campaign-export.dto.js';
import { ContactExportDto } from './dto/contact-export.dto.js';
import { CAMPAIGN_FILE, CONTACT_FILE } from './dto/examples.js';
import { ExportsService } from './exports.service.js';

const STREAMED = 'Written while it is sent, whatever its size. A file that breaks off is not complete.';

@ApiTags('Reports')
@LimitedAs('exports')
@Controller('reports')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @Get('campaigns/:id/export')
  @AnswersFile('campaign', STREAMED, CAMPAIGN_FILE)
  @Refuses({
    400: {
      message: 'Invalid parameter: format',
      description: 'An unknown format, table or currency',
      data: { params: { format: 'must be one of: csv, xlsx, json' } },
    },
    404: { message: 'Invalid campaign ID.', description: 'There is no such campaign' },
  })
  @RequirePermission('view_reports', {
    summary: 'Export a campaign',
    description: 'Its figures, mails, activities and orders as a file.',
  })
  @PathId('campaign')
  async exportCampaign(
    @Param('id', new IdPipe('campaign')) id: number,
    @Query() query: CampaignExportDto,
    @Res() response: Response,
  ): Promise<void> {
    await sendFile(response, await this.exports.campaign(id, query.toQuestion()));
  }

  @Get('subscribers/export')
  @AnswersFile('contact', STREAMED, CONTACT_FILE)
  @Refuses({
    400: {
      message: 'Invalid parameter: columns',
      description: 'An unknown format or column, or a filter at fault',
      data: { params: { columns: 'must hold only: id, user_id, hash, email' } },
    },
  })
  @RequirePermission(
    { allOf: ['view_reports', 'view_contacts'] },
    {
      summary: 'Export contacts',
      description: 'As a file. Takes the filters of `GET /subscribers`; contacts come in the order of their ids.',
    },
  )
  async exportContacts(@Query() query: ContactExportDto, @Res() response: Response): Promise<void> {
    await sendFile(response, await this.exports.subscribers(query.toQuestion()));
  }
}
