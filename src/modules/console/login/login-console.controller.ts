import { Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AnyManager, CurrentPrincipal, Public } from '../../../platform/access/operation.js';
import type { Principal } from '../../../platform/access/permissions.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { html } from '../../../platform/html/html.js';
import { networkOf } from '../../../platform/http/client-network.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { AcceptsBody } from '../../../platform/http/request-bodies.guard.js';
import { FailedAttempts } from '../../../platform/rate-limit/failed-attempts.js';
import { ManagersService } from '../../auth/managers/managers.service.js';
import { BrowserSessions } from '../../auth/browser-sessions.service.js';
import { OpenIdProvider } from '../../auth/openid-provider.service.js';
import { answerWithPage, ConsoleController, readForm } from '../http/console-view.js';
import { CONSOLE_PATH } from '../pages/layout.js';

/** Pages that a login may lead to; not another site, and not the login, which would never end. */
const AFTER_LOGIN = /^\/(?:console(?!\/log)|docs)(?:[/?]|$)(?!.*(?:\.|%2e){2})/i;

/** Leads people to the provider and back. Refreshes, because the security policy lets forms lead only to redirects within this host. */
@ConsoleController(CONSOLE_PATH)
export class LoginConsole {
  constructor(
    private readonly provider: OpenIdProvider,
    private readonly sessions: BrowserSessions,
    private readonly managers: ManagersService,
    private readonly failures: FailedAttempts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Opens the login page of the provider at once only on the way to a page, because it may log in again without asking. */
  @Get('login')
  @Public({ summary: 'Choose how to log in' })
  async logIn(@Req() request: AppRequest, @Res() response: Response): Promise<void> {
    const { url, ...login } = await this.provider.begin();
    const { to } = request.query;
    const isLocal = typeof to === 'string' && AFTER_LOGIN.test(to);
    this.sessions.begin(response, { ...login, to: isLocal ? to : CONSOLE_PATH });
    if (to !== undefined) response.setHeader('Refresh', `0; url=${url.href}`);
    answerWithPage(request, response, {
      title: 'Log in',
      content: html`<p class="actions">
        <a class="button" href="${url.href}">Log in at ${url.host}</a>
        <a class="button" href="${CONSOLE_PATH}/login/basic">Log in with an application password</a>
      </p>`,
    });
  }

  @Get('login/callback')
  @Public({ summary: 'Log in with the answer of the provider' })
  async callback(@Req() request: AppRequest, @Res() response: Response): Promise<void> {
    const begun = this.sessions.takeBegun(request, response);
    const query = request.originalUrl.split('?', 2)[1] ?? '';
    const person = begun && (await this.provider.complete(query, begun));
    if (!person) {
      const tooMany = await this.failures.tooMany(this.config.auth.failuresPerAddress, networkOf(request));
      throw tooMany ?? refused('The login failed or took too long. Open the console to log in again.');
    }
    await this.sessions.end(request, response);
    const manager = await this.managers.ofPerson(person);
    if (!manager) throw refused('Your account is disabled, or is in no group with permissions.');
    await this.sessions.start(response, { managerId: manager.id, idToken: person.idToken });
    response.redirect(303, begun.to);
  }

  /** A browser sends the password only where a page asks for it, so all pages do. */
  @Get('login/basic')
  @Public({ summary: 'Ask for an application password' })
  basic(@Res() response: Response): void {
    this.sessions.begin(response, 'basic');
    response.redirect(303, CONSOLE_PATH);
  }

  @Post('logout')
  @HttpCode(200)
  @AcceptsBody({ form: true })
  @AnyManager({ summary: 'Log out here and at the provider' })
  async logOut(
    @CurrentPrincipal() { managerId }: Principal,
    @Req() request: AppRequest,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.sessions.isFormToken(managerId, (await readForm(request))['token']))
      throw refused('The form has expired. Reload the page before.');
    const session = await this.sessions.end(request, response);
    // Without the provider, it has ended here.
    const url = session && (await this.provider.logOutUrl(session.idToken).catch(() => null));
    delete request.identified;
    response.setHeader('Refresh', `0; url=${url?.href ?? `${CONSOLE_PATH}/login`}`);
    answerWithPage(request, response, { title: 'Logged out', content: html`<p>The session has ended.</p>` });
  }
}

const refused = (explanation: string): AppError =>
  new AppError('rest_forbidden', explanation, { data: { explanation } });
