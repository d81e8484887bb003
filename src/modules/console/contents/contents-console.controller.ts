import { Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AnyManager } from '../../../platform/access/operation.js';
import { Text } from '../../../platform/http/dto-fields.js';
import { ReadsReplica } from '../../../platform/http/replica-reads.interceptor.js';
import { Api, type ConsoleApi } from '../http/console-api.js';
import { ConsoleController, noSuchPage } from '../http/console-view.js';
import { CONSOLE_PATH } from '../pages/layout.js';
import { textAt } from '../pages/values.js';

/** The calls that return the HTML of an email, and where it is in the answer. */
const CONTENTS = new Map([
  ['campaigns', { path: '/campaigns/{id}/preview', isPost: true, member: 'html' }],
  ['emails', { path: '/emails/{id}/content', isPost: false, member: 'html' }],
  ['templates', { path: '/templates/{id}', isPost: false, member: 'template.email_body' }],
  ['snippets', { path: '/snippets/{id}', isPost: false, member: 'snippet.html' }],
]);

/** Emails have inline styles and remote images, but get no scripts, no forms, and no origin. */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; frame-ancestors 'self'";

class ContentQuery {
  @Text({ max: 20 }) variant?: string;
  @Text({ max: 35 }) language?: string;
}

/** Serves the HTML of emails, for the frames of other pages. */
@ConsoleController(CONSOLE_PATH)
export class ContentsConsole {
  @Get(':kind/:id/content')
  @ReadsReplica()
  @AnyManager({ summary: 'Show the HTML of an email' })
  async show(
    @Param('kind') kind: string,
    @Param('id') id: string,
    @Query() { variant, language }: ContentQuery,
    @Api() api: ConsoleApi,
    @Res() response: Response,
  ): Promise<void> {
    const content = CONTENTS.get(kind);
    if (!content) throw noSuchPage();
    const path = content.path.replace('{id}', encodeURIComponent(id));
    const chosen = { ...(variant && { variant }), ...(language && { language }) };
    const body = content.isPost ? await api.post(path, chosen) : await api.get(path);
    const headers = { 'Content-Security-Policy': POLICY, 'X-Frame-Options': 'SAMEORIGIN' };
    // A document without an origin cannot have a cluster for its origin.
    response.removeHeader('Origin-Agent-Cluster');
    response.set(headers).type('html').send(textAt(body, content.member));
  }
}
