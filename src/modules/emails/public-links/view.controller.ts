import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { MessageViewService } from '../rendering/message-view.service.js';
import { PublicLinks } from './public-links.service.js';
import { publicPage } from './public-page.js';

@ApiTags('Public links')
@Controller('t/v')
export class ViewController {
  constructor(
    private readonly links: PublicLinks,
    private readonly views: MessageViewService,
  ) {}

  @Get(':token')
  @Public({ summary: 'A mail in the browser' })
  async view(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    const target = this.links.read('view', token);
    const html = target ? await this.views.html(target.messageId) : null;
    if (html === null) {
      publicPage(request, response, 404, 'unknown_link');
      return;
    }
    response
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store, private',
        // The author's HTML under our address: it may look as it likes and do nothing.
        'Content-Security-Policy':
          "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline' https:; font-src https: data:",
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      })
      .send(html);
  }
}
