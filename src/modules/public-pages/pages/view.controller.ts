import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/operation.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { MessageViewService } from '../../mail-content/rendering/message-view.service.js';
import { AnswersPages, LinkToken } from './answers-pages.js';
import { PublicLinks } from '../../mail-content/links/public-links.service.js';
import { PublicPageFilter } from './public-page.filter.js';
import { publicPage } from './public-page.js';

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

@ApiTags('Public links')
@Controller('t/v')
@UseFilters(PublicPageFilter)
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
  async viewMail(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    const target = this.links.read('view', token);
    const html = target ? await this.views.html(target.messageId) : null;
    if (html === null) {
      publicPage(request, response, 404, target ? 'gone' : 'unknown_link');
      return;
    }
    response
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store, private',
        'Content-Security-Policy': MAIL_SECURITY_POLICY,
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      .send(html);
  }
}
