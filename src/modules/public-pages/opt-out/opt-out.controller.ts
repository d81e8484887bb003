import { Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { Public } from '../../../platform/access/operation.js';
import { AnswersPages, LinkToken, AcceptsForm, PublicPages } from '../pages/answers-pages.js';
import { OPT_OUT_REASONS, OptOutPages } from './opt-out-pages.js';
import { type PageResponse, sendPage } from '../pages/public-page.js';

/** Opting out. GET only shows a page, because scanners follow every link; POST acts (RFC 8058). */
@LinkToken()
@PublicPages('t/u')
export class OptOutController {
  constructor(private readonly pages: OptOutPages) {}

  @Get(':token')
  @Public({
    summary: 'Show the unsubscribe page',
    description: 'Shows a page with a button that unsubscribes the recipient. Changes nothing.',
  })
  @AnswersPages({ 200: 'The page with the unsubscribe button', 404: 'A page: invalid link' })
  async showOptOutPage(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    sendPage(response, await this.pages.ask(token, response.req));
  }

  @Post(':token')
  @HttpCode(200)
  @Public({
    summary: 'Unsubscribe the recipient of an email',
    description:
      'Called by the page, or with one click by the mail program (RFC 8058), also as `multipart/form-data`. ' +
      'An email that was sent through a subscription leaves this list only. ' +
      'Repeating the call has no further effect.',
  })
  @AcceptsForm({
    'List-Unsubscribe': { description: 'Sent by mail programs', values: ['One-Click'] },
    scope: { description: 'Opts out of all emails instead of the subscription of this one', values: ['all'] },
    reason: { description: 'Reason, one of the choices of the page', values: OPT_OUT_REASONS },
    own_words: { description: 'Reason in the recipient’s own words', example: 'I have moved away' },
  })
  @AnswersPages({ 200: 'A page: the contact is unsubscribed', 404: 'A page: invalid link' })
  async optOut(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    sendPage(response, await this.pages.optOut(token, response.req));
  }
}
