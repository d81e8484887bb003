import type { Request, Response } from 'express';
import type { AppRequest } from '../../../platform/http/request.js';
import { layout, type Page } from '../pages/layout.js';
import { sectionOf, sectionsFor } from './sections.js';

/** Sends a page with the navigation of the manager; without one, as before login, the navigation is empty. */
export function answerWithPage(request: Request, response: Response, page: Page, status = 200): void {
  const { identified } = request as AppRequest;
  response.status(status).set('Content-Type', 'text/html; charset=utf-8');
  response.send(
    layout(page, {
      current: sectionOf(request.path),
      sections: sectionsFor(identified?.permissions ?? []),
      username: identified?.username ?? null,
    }),
  );
}
