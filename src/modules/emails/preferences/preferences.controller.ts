import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { PublicPageFilter } from '../public-links/public-page.filter.js';
import { LinkRequestPages } from './link-request-pages.js';
import { PreferencePages } from './preference-pages.js';

/** The preference centre, behind a link of a mail, and the way to such a link. */
@ApiTags('Public links')
@Controller('t/p')
@UseFilters(PublicPageFilter)
export class PreferencesController {
  constructor(
    private readonly pages: PreferencePages,
    private readonly linkRequests: LinkRequestPages,
  ) {}

  @Get()
  @Public({ summary: 'The page where readers ask for the link to their preferences' })
  ask(@Req() request: AppRequest, @Res() response: Response): void {
    this.linkRequests.ask(request, response);
  }

  @Post()
  @HttpCode(200)
  @Public({
    summary: 'Mail the link to the address in the form field `email`; the answer never says whether it is known',
  })
  async send(@Req() request: AppRequest, @Res() response: Response): Promise<void> {
    await this.linkRequests.send(request, response);
  }

  @Get(':token')
  @Public({ summary: 'The preference centre of the reader of a mail; changes nothing' })
  async show(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    await this.pages.show(token, request, response);
  }

  @Post(':token')
  @HttpCode(200)
  @Public({ summary: 'Save preferences, leave, or ask to be subscribed again' })
  async submit(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    await this.pages.submit(token, request, response);
  }
}
