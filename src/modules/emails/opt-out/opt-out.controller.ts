import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { urlencoded, type Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { PublicLinks } from '../public-links/public-links.service.js';
import { publicPage } from '../public-links/public-page.js';
import { OptOutService } from './opt-out.service.js';

const readForm = urlencoded({ extended: false, limit: '4kb', parameterLimit: 20 });

/** Opting out. GET only shows a page, because scanners follow every link; POST acts (RFC 8058). */
@ApiTags('Public links')
@Controller('t/u')
export class OptOutController {
  constructor(
    private readonly links: PublicLinks,
    private readonly optOuts: OptOutService,
  ) {}

  @Get(':token')
  @Public({ summary: 'The page that asks whether to unsubscribe; changes nothing' })
  ask(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): void {
    const known = this.links.read('unsubscribe', token) !== null;
    publicPage(request, response, known ? 200 : 404, known ? 'confirm_opt_out' : 'unknown_link');
  }

  @Post(':token')
  @HttpCode(200)
  @Public({ summary: 'Unsubscribe: from the page, or with one click by the mail program' })
  async optOut(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    const target = this.links.read('unsubscribe', token);
    if (!target) {
      publicPage(request, response, 404, 'unknown_link');
      return;
    }
    await this.optOuts.optOut(target.messageId, (await isOneClick(request, response)) ? 'one_click' : 'page');
    publicPage(request, response, 200, 'opted_out');
  }
}

/** RFC 8058: the mail program posts `List-Unsubscribe=One-Click`, as a form of either kind. */
async function isOneClick(request: AppRequest, response: Response): Promise<boolean> {
  if (request.is('multipart/form-data')) return true;
  await new Promise<void>((resolve) => {
    // A body that cannot be read must not keep anybody subscribed.
    readForm(request, response, () => {
      resolve();
    });
  });
  return (request.body as Record<string, unknown> | undefined)?.['List-Unsubscribe'] === 'One-Click';
}
