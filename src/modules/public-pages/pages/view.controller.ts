import { Get, Param, Res } from '@nestjs/common';
import { Public } from '../../../platform/access/operation.js';
import { MessageViewService } from '../../mail-content/rendering/message-view.service.js';
import { AnswersPages, LinkToken, PublicPages } from './answers-pages.js';
import { PublicLinks } from '../../mail-content/links/public-links.service.js';
import { type PageResponse, publicPage, sendPage, sendPrivately } from './public-page.js';

/** Sandboxes the campaign's HTML, which is served from our origin: no scripts, forms, or access to other pages. */
const MAIL_SECURITY_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  "default-src 'none'",
  'img-src https: http: data:',
  "style-src 'unsafe-inline' https:",
  'font-src https: data:',
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

@PublicPages('t/v')
export class ViewController {
  constructor(
    private readonly links: PublicLinks,
    private readonly views: MessageViewService,
  ) {}

  @Get(':token')
  @Public({
    summary: 'Show an email in the browser',
    description: 'Renders the email again for its recipient, with the current data of the contact.',
  })
  @LinkToken()
  @AnswersPages({ 200: 'The email as HTML', 404: 'A page: invalid link, or the email is no longer stored' })
  async viewMail(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    const target = this.links.read('view', token);
    const html = target ? await this.views.html(target.messageId) : null;
    if (html === null) sendPage(response, publicPage(response.req, 404, target ? 'gone' : 'unknown_link'));
    else sendPrivately(response, html, { 'Content-Security-Policy': MAIL_SECURITY_POLICY });
  }
}
