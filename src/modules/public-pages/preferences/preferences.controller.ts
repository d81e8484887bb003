import { Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { Public } from '../../../platform/access/operation.js';
import { AnswersPages, LinkToken, AcceptsForm, PublicPages } from '../pages/answers-pages.js';
import { type PageResponse, sendPage } from '../pages/public-page.js';
import { LinkRequestPages } from './link-request-pages.js';
import { PAUSES, TRACKING_CHOICES } from './preference-form.js';
import { PreferencePages } from './preference-pages.js';

/** The preference center, which links in emails open, and the request of such a link. */
@PublicPages('t/p')
export class PreferencesController {
  constructor(
    private readonly pages: PreferencePages,
    private readonly linkRequests: LinkRequestPages,
  ) {}

  @Get()
  @Public({
    summary: 'Show the request form for a preference link',
    description: 'Shows a form that asks for an email address. Changes nothing.',
  })
  @AnswersPages({ 200: 'The page with the form' })
  showPreferencesRequest(@Res() response: PageResponse): void {
    sendPage(response, this.linkRequests.ask(response.req));
  }

  @Post()
  @HttpCode(200)
  @Public({
    summary: 'Request a preference link',
    description:
      'Emails the link to the contact, at most once an hour. Neither the response nor its time shows whether the address is known.',
  })
  @AcceptsForm({ email: { description: 'Address of the contact', example: 'ada@example.com' } })
  @AnswersPages({ 200: 'A page: if the address is known, the link will be sent' })
  async requestPreferencesLink(@Res() response: PageResponse): Promise<void> {
    sendPage(response, await this.linkRequests.send(response.req));
  }

  @Get(':token')
  @Public({ summary: 'Show the preference center', description: 'Shows their preferences. Changes nothing.' })
  @LinkToken()
  @AnswersPages({ 200: 'The preference center', 404: 'A page: invalid link, or the contact is deleted' })
  async showPreferences(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    sendPage(response, await this.pages.show(token, response.req));
  }

  @Post(':token')
  @HttpCode(200)
  @Public({
    summary: 'Save preferences or unsubscribe',
    description:
      'Further fields: `list_{id}` for each selected list and `field_{id}` for custom fields. Lists and fields that ' +
      '`shown_list` and `shown_field` do not name are unchanged.',
  })
  @LinkToken()
  @AcceptsForm({
    action: {
      description: '`subscribe` sends a confirmation email; `leave` unsubscribes from everything',
      values: ['save', 'leave', 'subscribe'],
    },
    first_name: { description: 'First name', example: 'Ada' },
    last_name: { description: 'Last name', example: 'Lovelace' },
    pause: { description: 'Length of a pause without emails', values: PAUSES },
    pause_day: { description: 'End date of the pause, with `pause` `day`', example: '2030-03-01' },
    tracking_consent: { description: 'Whether opens and clicks may be tracked', values: TRACKING_CHOICES },
    forget_tracking: { description: 'If present, with `denied`: forgets earlier opens and clicks', example: '1' },
    shown_list: { description: 'Id of a list that the form shows; repeatable', example: '1' },
    shown_field: { description: 'Id of a custom field that the form shows; repeatable', example: '1' },
  })
  @AnswersPages({
    200: 'The preference center with the result',
    400: 'The form with an error at each invalid field; JSON if the URL itself is malformed',
    404: 'A page: invalid link, or the contact is deleted',
  })
  async submitPreferences(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    sendPage(response, await this.pages.submit(token, response.req));
  }
}
