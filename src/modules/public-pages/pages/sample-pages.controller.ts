import { Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Public } from '../../../platform/access/operation.js';
import { AnswersPages, PublicPages } from './answers-pages.js';
import { publicPage, type PageResponse, sendPage } from './public-page.js';

const PAGES: readonly string[] = ['unsubscribe', 'preferences', 'view', 'confirm'];
const SHOWN = { 200: 'A page: the link is part of a test email', 404: 'A page: invalid link' };

/** Targets of our links in test emails and previews: pages that look like the real ones and change nothing. */
@ApiParam({ name: 'page', enum: PAGES, description: 'The page that the link of a real email opens' })
@PublicPages('t/sample')
export class SamplePagesController {
  @Get(':page')
  @Public({
    summary: 'Show the sample page of a test email',
    description: 'Links of test emails lead here instead of to pages of a contact. Changes nothing.',
  })
  @AnswersPages(SHOWN)
  showSamplePage(@Param('page') page: string, @Res() response: PageResponse): void {
    const [status, name] = PAGES.includes(page) ? ([200, 'sample'] as const) : ([404, 'unknown_link'] as const);
    sendPage(response, publicPage(response.req, status, name));
  }

  @Post(':page')
  @HttpCode(200)
  @Public({
    summary: 'Accept the one-click opt-out of a test email',
    description: 'Shows the sample page. Changes nothing.',
  })
  @AnswersPages(SHOWN)
  postSamplePage(@Param('page') page: string, @Res() response: PageResponse): void {
    this.showSamplePage(page, response);
  }
}
