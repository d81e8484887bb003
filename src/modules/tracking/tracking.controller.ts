import { Get, Param, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { Public } from '../../platform/access/operation.js';
import type { AppRequest } from '../../platform/http/request.js';
import { AnswersPages, LinkToken, PublicPages } from '../public-pages/pages/answers-pages.js';
import { type PageResponse, publicPage, sendPage, tryAgainPage } from '../public-pages/pages/public-page.js';
import { PublicLinks } from '../mail-content/links/public-links.service.js';
import type { TrackingRequest } from './evidence.js';
import { TrackingEvents } from './tracking-events.service.js';
import { LinkTargets } from './link-targets.service.js';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Records opens and clicks. HEAD requests are handled by the same routes and count as machine. */
@PublicPages('t')
export class TrackingController {
  constructor(
    private readonly links: PublicLinks,
    private readonly events: TrackingEvents,
    private readonly targets: LinkTargets,
  ) {}

  @Get('o/:token.gif')
  @Public({
    summary: 'Get the tracking pixel of an email',
    description: 'Records the open and returns a transparent image. An invalid token also returns the image.',
  })
  @LinkToken()
  @ApiResponse({
    status: 200,
    description: 'A transparent GIF of one pixel',
    content: { 'image/gif': { schema: { type: 'string', format: 'binary' } } },
  })
  @AnswersPages({})
  async getOpenPixel(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    const target = this.links.read('open', token);
    if (target) await this.events.take({ kind: 'open', messageId: target.messageId }, requestDetails(response.req));
    response.set({ 'Content-Type': 'image/gif', 'Cache-Control': 'no-store, private' }).send(PIXEL);
  }

  @Get('c/:token')
  @Public({ summary: 'Follow a tracked link', description: 'Records the click and redirects to the target.' })
  @LinkToken()
  @AnswersPages({
    200: 'A page for bots that followed the hidden link',
    404: 'A page that says that the link is unknown',
  })
  @ApiResponse({
    status: 302,
    description: 'Redirects to the target of the link',
    headers: { Location: { description: 'The target', schema: { type: 'string', format: 'uri' } } },
  })
  async followLink(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    const request = response.req;
    const decoy = this.links.read('decoy', token);
    if (decoy) {
      await this.events.take({ kind: 'decoy', messageId: decoy.messageId }, requestDetails(request));
      sendPage(response, publicPage(request, 200, 'decoy'));
      return;
    }
    const link = this.links.readClick(token);
    const target = link ? await this.targets.targetOf(link) : 'unknown';
    if (!link || target === 'unknown') {
      sendPage(response, publicPage(request, 404, 'unknown_link'));
      return;
    }
    // The click is recorded even if the target cannot be looked up.
    await this.events.take({ kind: 'click', ...link }, requestDetails(request));
    if (target === 'away') {
      sendPage(response, tryAgainPage(request));
      return;
    }
    // `redirect` would also write a body.
    response
      .status(302)
      .set({ 'Cache-Control': 'no-store, private', 'Referrer-Policy': 'no-referrer' })
      .location(target.url)
      .end();
  }
}

function requestDetails(request: AppRequest): Omit<TrackingRequest, 'kind'> {
  return {
    method: request.method,
    userAgent: request.get('user-agent') ?? null,
    purpose: request.get('sec-purpose') ?? request.get('purpose') ?? request.get('x-moz') ?? null,
    ip: request.ip ?? '',
  };
}
