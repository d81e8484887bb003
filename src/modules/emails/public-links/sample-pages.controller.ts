import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { PublicPageFilter } from './public-page.filter.js';
import { publicPage } from './public-page.js';

const PAGES: ReadonlySet<string> = new Set(['unsubscribe', 'preferences', 'view', 'confirm']);

/** Where our own links of test mails and previews lead: pages that look like the real ones and change nothing. */
@ApiTags('Public links')
@Controller('t/sample')
@UseFilters(PublicPageFilter)
export class SamplePagesController {
  @Get(':page')
  @Public({ summary: 'What a link of a test mail shows' })
  show(@Param('page') page: string, @Req() request: AppRequest, @Res() response: Response): void {
    answer(page, request, response);
  }

  @Post(':page')
  @HttpCode(200)
  @Public({ summary: 'The one-click opt-out of a test mail; changes nothing' })
  post(@Param('page') page: string, @Req() request: AppRequest, @Res() response: Response): void {
    answer(page, request, response);
  }
}

function answer(page: string, request: AppRequest, response: Response): void {
  if (PAGES.has(page)) publicPage(request, response, 200, 'sample');
  else publicPage(request, response, 404, 'unknown_link');
}
