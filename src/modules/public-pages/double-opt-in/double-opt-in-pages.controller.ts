import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/operation.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { AnswersPages, LinkToken, AcceptsForm } from '../pages/answers-pages.js';
import { PublicPageFilter } from '../pages/public-page.filter.js';
import { DoubleOptInPages } from './double-opt-in-pages.js';

/** Confirming a subscription. GET only shows a page, because scanners follow every link; POST acts. */
@ApiTags('Public links')
@LinkToken()
@Controller('t/d')
@UseFilters(PublicPageFilter)
export class DoubleOptInPagesController {
  constructor(private readonly pages: DoubleOptInPages) {}

  @Get(':token')
  @Public({
    summary: 'Show the confirmation page of a subscription',
    description: 'Shows a page with a button that confirms the subscription. Changes nothing.',
  })
  @AnswersPages({
    200: 'The page with the confirm button, or a note that the subscription is already confirmed',
    404: 'A page: invalid link',
    410: 'A page: the link expired (with a button for a new email), or the contact unsubscribed since',
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
  @Public({
    summary: 'Confirm a subscription',
    description: 'Sets the contact to `subscribed`; with `again`, emails a new link instead.',
  })
  @AcceptsForm({
    again: { description: 'If present: requests a new email with a new link instead of confirming', example: '1' },
  })
  @AnswersPages({
    200: 'A page: the subscription is confirmed, or a new email will be sent',
    404: 'A page: invalid link',
    410: 'A page: the link expired (with a button for a new email), or the contact unsubscribed since',
  })
  async answerOptIn(
    @Param('token') token: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.pages.answer(token, request, response);
  }
}
