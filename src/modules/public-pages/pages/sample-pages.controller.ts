import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/operation.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { AnswersPages } from './answers-pages.js';
import { PublicPageFilter } from './public-page.filter.js';
import { publicPage } from './public-page.js';

const PAGES: readonly string[] = ['unsubscribe', 'preferences', 'view', 'confirm'];
const SHOWN = { 200: 'A page: the link is part of a test email', 404: 'A page: invalid link' };

/** Targets of our links in test emails and previews: pages that look like the real ones and change nothing. */
@ApiTags('Public links')
@ApiParam({ name: 'page', enum: PAGES, description: 'The page that the link of a real email opens' })
@Controller('t/sample')
@UseFilters(PublicPageFilter)
export class SamplePagesController {
  @Get(':page')
  @Public({
    summary: 'Show the sample page of a test email',
    description: 'Links of test emails lead here instead of to pages of a contact. Changes nothing.',
  })
  @AnswersPages(SHOWN)
  showSamplePage(@Param('page') page: string, @Req() request: AppRequest, @Res() response: Response): void {
    answer(page, request, response);
  }

  @Post(':page')
  @HttpCode(200)
  @Public({
    summary: 'Accept the one-click opt-out of a test email',
    description: 'Shows the sample page. Changes nothing.',
  })
  @AnswersPages(SHOWN)
  postSamplePage(@Param('page') page: string, @Req() request: AppRequest, @Res() response: Response): void {
    answer(page, request, response);
  }
}

function answer(page: string, request: AppRequest, response: Response): void {
  if (PAGES.includes(page)) publicPage(request, response, 200, 'sample');
  else publicPage(request, response, 404, 'unknown_link');
}
