import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { PublicPageFilter } from '../public-links/public-page.filter.js';
import { OptOutPages } from './opt-out-pages.js';

/** Opting out. GET only shows a page, because scanners follow every link; POST acts (RFC 8058). */
@ApiTags('Public links')
@Controller('t/u')
@UseFilters(PublicPageFilter)
export class OptOutController {
  constructor(private readonly pages: OptOutPages) {}

  @Get(':token')
  @Public({ summary: 'The page that asks whether to unsubscribe; changes nothing' })
  ask(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): void {
    this.pages.ask(token, request, response);
  }

  @Post(':token')
  @HttpCode(200)
  @Public({ summary: 'Unsubscribe: from the page, or with one click by the mail program' })
  async optOut(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    await this.pages.optOut(token, request, response);
  }
}
