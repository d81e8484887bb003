import { Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { Public } from '../../../platform/access/operation.js';
import { AnswersPages, LinkToken, AcceptsForm, PublicPages } from '../pages/answers-pages.js';
import { type PageResponse, sendPage } from '../pages/public-page.js';
import { DoubleOptInPages } from './double-opt-in-pages.js';

/** Confirming a subscription. GET only shows a page, because scanners follow every link; POST acts. */
@LinkToken()
@PublicPages('t/d')
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
  async showOptInPage(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    sendPage(response, await this.pages.ask(token, response.req));
  }

  @Post(':token')
  @HttpCode(200)
  @Public({
    summary: 'Confirm a subscription',
    description: 'Sets the contact to `subscribed`; with `again`, emails a new link instead.',
  })
  @AcceptsForm({
    tracking_consent: { description: 'Whether opens and clicks may also be tracked', values: ['granted'] },
    again: { description: 'If present: requests a new email with a new link instead of confirming', example: '1' },
  })
  @AnswersPages({
    200: 'A page: the subscription is confirmed, or a new email will be sent',
    404: 'A page: invalid link',
    410: 'A page: the link expired (with a button for a new email), or the contact unsubscribed since',
  })
  async answerOptIn(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    sendPage(response, await this.pages.answer(token, response.req));
  }
}
