import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/operation.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { AnswersPages, LinkToken, AcceptsForm } from '../pages/answers-pages.js';
import { OPT_OUT_REASONS } from '../pages/page-texts.js';
import { PublicPageFilter } from '../pages/public-page.filter.js';
import { OptOutPages } from './opt-out-pages.js';

/** Opting out. GET only shows a page, because scanners follow every link; POST acts (RFC 8058). */
@ApiTags('Public links')
@LinkToken()
@Controller('t/u')
@UseFilters(PublicPageFilter)
export class OptOutController {
  constructor(private readonly pages: OptOutPages) {}

  @Get(':token')
  @Public({
    summary: 'Show the unsubscribe page',
    description: 'Shows a page with a button that unsubscribes the recipient. Changes nothing.',
  })
  @AnswersPages({ 200: 'The page with the unsubscribe button', 404: 'A page: invalid link' })
  async showOptOutPage(
    @Param('token') token: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.pages.ask(token, request, response);
  }

  @Post(':token')
  @HttpCode(200)
  @Public({
    summary: 'Unsubscribe the recipient of an email',
    description:
      'Called by the page, or with one click by the mail program (RFC 8058), also as `multipart/form-data`. ' +
      'Repeating the call has no further effect.',
  })
  @AcceptsForm({
    'List-Unsubscribe': { description: 'Sent by mail programs', values: ['One-Click'] },
    reason: { description: 'Reason, one of the choices of the page', values: OPT_OUT_REASONS },
    own_words: { description: 'Reason in the recipient’s own words', example: 'I have moved away' },
  })
  @AnswersPages({ 200: 'A page: the contact is unsubscribed', 404: 'A page: invalid link' })
  async optOut(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    await this.pages.optOut(token, request, response);
  }
}
