import { HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AnyManager, CurrentPrincipal } from '../../../platform/access/operation.js';
import type { Principal } from '../../../platform/access/permissions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { type Html, html } from '../../../platform/html/html.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { AcceptsBody } from '../../../platform/http/request-bodies.guard.js';
import { BrowserSessions } from '../../auth/browser-sessions.service.js';
import { Api, type ConsoleApi } from '../http/console-api.js';
import { answerWithPage, ConsoleController, noSuchPage, readForm, ResourceView } from '../http/console-view.js';
import { CONSOLE_PATH, type Page } from '../pages/layout.js';
import { type Action, ACTIONS, missingFor } from './actions.js';

type Entered = Readonly<Record<string, string>>;

/** Confirms an action on a page of its own, then calls the API. */
@ConsoleController(`${CONSOLE_PATH}/actions/:action/:id{/:other}`)
export class ActionsConsole {
  constructor(private readonly sessions: BrowserSessions) {}

  @ResourceView('')
  ask(@Param() given: Entered, @CurrentPrincipal() manager: Principal): Page {
    const action = actionOf(given, manager);
    return formPage(action, given, this.sessions.formToken(manager.managerId), {}, null);
  }

  @Post()
  @HttpCode(200)
  @AcceptsBody({ form: true })
  @AnyManager({ summary: 'Do what a form of the console asks' })
  async do(
    @Param() given: Entered,
    @CurrentPrincipal() manager: Principal,
    @Api() api: ConsoleApi,
    @Req() request: AppRequest,
    @Res() response: Response,
  ): Promise<void> {
    const action = actionOf(given, manager);
    const entered = await readForm(request);
    const token = this.sessions.formToken(manager.managerId);
    const again = (refusal: string, status: number): void => {
      answerWithPage(request, response, formPage(action, given, token, entered, refusal), status);
    };
    if (!this.sessions.isFormToken(manager.managerId, entered['token'])) {
      again('The form has expired. Please submit it again.', 403);
      return;
    }
    try {
      await api.post(placed(action.path, given), action.body?.(entered) ?? {});
      response.redirect(303, `${CONSOLE_PATH}${placed(action.back, given)}`);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      again(error.message, error.status);
    }
  }
}

function actionOf({ action = '' }: Entered, { permissions }: Principal): Action {
  if (!Object.hasOwn(ACTIONS, action)) throw noSuchPage();
  const found: Action = ACTIONS[action as keyof typeof ACTIONS];
  const missing = missingFor(found, permissions);
  if (missing)
    throw new AppError('rest_forbidden', 'Sorry, you are not allowed to do that.', {
      data: { required_permission: missing[0] },
    });
  return found;
}

const placed = (path: string, { id = '', other = '' }: Entered): string =>
  path.replace('{id}', encodeURIComponent(id)).replace('{other}', encodeURIComponent(other));

function formPage(action: Action, given: Entered, token: string, entered: Entered, refusal: string | null): Page {
  const fields = (action.fields ?? []).map(
    ({ name, label, type }): Html =>
      html`<label>${label} <input type="${type}" name="${name}" value="${entered[name] ?? ''}" required /></label>`,
  );
  return {
    title: action.title,
    lead: action.text,
    content: html`${refusal && html`<p class="card notice" role="alert">${refusal}</p>`}
      <form class="ask" method="post">
        <input type="hidden" name="token" value="${token}" />
        ${fields}
        <button>${action.title}</button>
        <a class="button" href="${CONSOLE_PATH}${placed(action.back, given)}">Cancel</a>
      </form>`,
    calls: [`POST ${placed(action.path, given)}`],
  };
}
