import { Catch, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { AppError } from '../../../platform/errors/app-error.js';
import { ErrorFilter } from '../../../platform/http/error.filter.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { errorPage } from '../pages/error.page.js';
import { answerWithPage } from './answer-with-page.js';
import { CONSOLE_PATH, sectionOf, sectionsFor } from './sections.js';

/** Renders errors as pages. The start of the console leads managers without reports to the first section that they may open. */
@Catch()
@Injectable()
export class ConsoleFilter extends ErrorFilter {
  protected override send(error: AppError, request: AppRequest, response: Response): void {
    const [first] = sectionsFor(request.identified?.permissions ?? []);
    const isStart = request.path.toLowerCase().replace(/\/$/, '') === CONSOLE_PATH;
    if (error.status === 403 && isStart && first) response.redirect(303, first.path);
    else {
      const isAdministrator = error.options.data?.['reason'] === 'administrator_role';
      const page = errorPage(error.status, { isAdministrator, permissions: sectionOf(request.path)?.permissions });
      answerWithPage(request, response, page, error.status);
    }
  }
}
