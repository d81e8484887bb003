import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { PublicPageFilter } from '../public-links/public-page.filter.js';
import { OptInPages } from './opt-in-pages.js';

/** Confirming a subscription. GET only shows a page, because scanners follow every link; POST acts. */
@ApiTags('Public links')
@Controller('t/d')
@UseFilters(PublicPageFilter)
export class OptInController {
  constructor(private readonly pages: OptInPages) {}

  @Get(':token')
  @Public({ summary: 'The page that asks whether to confirm a subscription; changes nothing' })
  async ask(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    await this.pages.ask(token, request, response);
  }

  @Post(':token')
  @HttpCode(200)
  @Public({ summary: 'Confirm a subscription, or ask for a new mail with the form field `again`' })
  async answer(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    await this.pages.answer(token, request, response);
  }
}
