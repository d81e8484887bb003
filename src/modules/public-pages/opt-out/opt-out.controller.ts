import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { AnswersPages, LinkToken, TakesForm } from '../pages/answers-pages.js';
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
  @Public({ summary: 'Show the page that asks whether to unsubscribe', description: 'Changes nothing.' })
  @AnswersPages({ 200: 'The page with its button', 404: 'A page: there is no such link' })
  showOptOutPage(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): void {
    this.pages.ask(token, request, response);
  }

  @Post(':token')
  @HttpCode(200)
  @Public({
    summary: 'Unsubscribe the reader of a mail',
    description:
      'From the page, or with one click by the mail program (RFC 8058), which may also post it as `multipart/form-data`. ' +
      'Once more is the same.',
  })
  @TakesForm({
    'List-Unsubscribe': { description: 'Of mail programs', values: ['One-Click'] },
    reason: { description: 'Why, of the choices of the page', values: OPT_OUT_REASONS },
    own_words: { description: 'Why, in words of the reader', example: 'I have moved away' },
  })
  @AnswersPages({ 200: 'A page: the reader has left', 404: 'A page: there is no such link' })
  async optOut(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    await this.pages.optOut(token, request, response);
  }
}
