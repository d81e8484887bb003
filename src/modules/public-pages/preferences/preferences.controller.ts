import { Controller, Get, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { AnswersPages, LinkToken, TakesForm } from '../pages/answers-pages.js';
import { PublicPageFilter } from '../pages/public-page.filter.js';
import { LinkRequestPages } from './link-request-pages.js';
import { PAUSES } from './preference-form.js';
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
  @Public({ summary: 'Show the page where readers ask for the link to their preferences' })
  @AnswersPages({ 200: 'The page with its field' })
  showPreferencesRequest(@Req() request: AppRequest, @Res() response: Response): void {
    this.linkRequests.ask(request, response);
  }

  @Post()
  @HttpCode(200)
  @Public({
    summary: 'Mail the link to the preferences',
    description: 'The answer, and how long it takes, never say whether the address is known.',
  })
  @TakesForm({ email: { description: 'Whose preferences', example: 'ada@example.com' } })
  @AnswersPages({ 200: 'A page: if somebody is known by the address, the link is on its way' })
  async requestPreferencesLink(@Req() request: AppRequest, @Res() response: Response): Promise<void> {
    await this.linkRequests.send(request, response);
  }

  @Get(':token')
  @Public({ summary: 'Show the preference centre', description: 'Of the reader of the mail. Changes nothing.' })
  @LinkToken()
  @AnswersPages({ 200: 'The preference centre', 404: 'A page: there is no such link, or the contact is gone' })
  async showPreferences(
    @Param('token') token: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.pages.show(token, request, response);
  }

  @Post(':token')
  @HttpCode(200)
  @Public({
    summary: 'Save preferences, or leave',
    description:
      'Beside the fields below, `list_{id}` for each list to be in and `field_{id}` for values; what `shown_list` and ' +
      '`shown_field` do not name stays as it is.',
  })
  @LinkToken()
  @TakesForm({
    action: { description: '`subscribe` asks for a confirmation by mail', values: ['save', 'leave', 'subscribe'] },
    first_name: { description: 'Of the contact', example: 'Ada' },
    last_name: { description: 'Of the contact', example: 'Lovelace' },
    pause: { description: 'For how long no mails are to come', values: PAUSES },
    pause_day: { description: 'The day that the pause ends on, with the pause `day`', example: '2030-03-01' },
    shown_list: { description: 'The id of a list that the form has a box for; once for each', example: '1' },
    shown_field: { description: 'The id of a custom field that is in the form; once for each', example: '1' },
  })
  @AnswersPages({
    200: 'The preference centre, and what was done',
    400: 'The form again, with what is wrong beside each field; JSON where the very address cannot be read',
    404: 'A page: there is no such link, or the contact is gone',
  })
  async submitPreferences(
    @Param('token') token: string,
    @Req() request: AppRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.pages.submit(token, request, response);
  }
}
