import { Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Parser } from 'htmlparser2';
import { AnyManager } from '../../../platform/access/operation.js';
import { html } from '../../../platform/html/html.js';
import { ReadsReplica } from '../../../platform/http/replica-reads.interceptor.js';
import { percent } from '../../../platform/rates/rates.js';
import type { JsonObject } from '../../../platform/values/json.js';
import { Api, type ConsoleApi } from '../http/console-api.js';
import { ConsoleController, ConsoleQuery, noSuchPage } from '../http/console-view.js';
import { CONSOLE_PATH } from '../pages/layout.js';
import * as ui from '../pages/ui.js';
import { rowsOf, textAt } from '../pages/values.js';

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

/** Serves the HTML of emails, for the frames of other pages. */
@ConsoleController(CONSOLE_PATH)
export class ContentsConsole {
  @Get(':kind/:id/content')
  @ReadsReplica()
  @AnyManager({ summary: 'Show the HTML of an email' })
  async show(
    @Param('kind') kind: string,
    @Param('id') id: string,
    @Query() { variant, language, clicks }: ConsoleQuery,
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
    const report = clicks && kind === 'campaigns' ? rowsOf(await api.get(`/campaigns/${id}/link-report`)) : [];
    const links = report.filter((link) => Object.entries(chosen).every(([name, value]) => link[name] === value));
    const email = withClicks(textAt(body, content.member), links);
    response.set(headers).type('html').send(email);
  }
}

const BADGE = 'padding:0 7px;border-radius:9px;background:#0b5cad;color:#fff;font:bold 12px/18px sans-serif';

/** Writes the human clicks on each link, and their share of all, into an email. */
function withClicks(email: string, links: readonly JsonObject[]): string {
  const clicksOn = (some: readonly JsonObject[]): number => some.reduce((sum, { total }) => sum + Number(total), 0);
  const pieces: string[] = [];
  let copied = 0;
  const parser = new Parser({
    onopentag(name, { href }) {
      // A URL is listed as written, so what follows its first merge tag differs here.
      const isHere = ([start = '', ...tags]: string[]) => (tags.length > 0 ? href?.startsWith(start) : href === start);
      const here = links.filter(({ url }) => name === 'a' && isHere(String(url).split('{')));
      if (here.length === 0) return;
      const share = ui.share(percent(clicksOn(here), clicksOn(links)));
      const badge = html`<span style="${BADGE}">${ui.count(clicksOn(here))} · ${share}</span> `;
      pieces.push(email.slice(copied, parser.endIndex + 1), badge.text);
      copied = parser.endIndex + 1;
    },
  });
  parser.end(email);
  return pieces.join('') + email.slice(copied);
}
