import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { AnswersPages, LinkToken, TakesForm } from '../pages/answers-pages.js';
import { PublicPageFilter } from '../pages/public-page.filter.js';
import { OptInPages } from './opt-in-pages.js';

/** Confirming a subscription. GET only shows a page, because scanners follow every link; POST acts. */
@ApiTags('Public links')
@LinkToken()
@Controller('t/d')
@UseFilters(PublicPageFilter)
export class OptInController {
  constructor(private readonly pages: OptInPages) {}

  @Get(':token')
  @Public({ summary: 'Show the page that asks to confirm a subscription', description: 'Changes nothing.' })
  @AnswersPages({
    200: 'The page with its button, or that it was confirmed before',
    404: 'A page: there is no such link',
    410: 'A page: the time is over, with a button for a new mail, or the address wants no mails since',
  })
  async showOptInPage(
    @Param('token') token: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.pages.ask(token, request, response);
  }

  @Post(':token')
  @HttpCode(200)
  @Public({ summary: 'Confirm a subscription' })
  @TakesForm({
    again: { description: 'There: does not confirm, but asks for a new mail with a new link', example: '1' },
  })
  @AnswersPages({
    200: 'A page: the subscription is confirmed, or a new mail is on its way',
    404: 'A page: there is no such link',
    410: 'A page: the time is over, with a button for a new mail, or the address wants no mails since',
  })
  async answerOptIn(
    @Param('token') token: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.pages.answer(token, request, response);
  }
}
