import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/access/require-permission.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { publicPage } from '../public-links/public-page.js';
import { PublicLinks } from '../public-links/public-links.service.js';
import { type Hit, HitsService, type Touch } from './hits.service.js';
import { machineReason } from './human-or-machine.js';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** What mail programs and readers fetch. HEAD comes here too and counts as a machine. */
@ApiTags('Public links')
@Controller('t')
export class TrackingController {
  constructor(
    private readonly links: PublicLinks,
    private readonly hits: HitsService,
  ) {}

  @Get('o/:token.gif')
  @Public({ summary: 'The open pixel of a mail' })
  async open(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    const target = this.links.read('open', token);
    if (target) await this.hits.record(hitOf(request, target.messageId, { kind: 'open' }));
    // Whatever the token: a broken picture in somebody's mail helps nobody.
    response.set({ 'Content-Type': 'image/gif', 'Cache-Control': 'no-store, private' }).send(PIXEL);
  }

  @Get('c/:token')
  @Public({ summary: 'A tracked link: notes the click and leads on' })
  async click(@Param('token') token: string, @Req() request: AppRequest, @Res() response: Response): Promise<void> {
    const target = this.links.read('click', token);
    const url = target ? await this.hits.targetOf(target.messageId, target.linkId) : null;
    if (!target || url === null) {
      publicPage(request, response, 404, 'unknown_link');
      return;
    }
    await this.hits.record(hitOf(request, target.messageId, { kind: 'click', linkId: target.linkId, url }));
    response.set({ 'Cache-Control': 'no-store, private', 'Referrer-Policy': 'no-referrer' }).redirect(302, url);
  }
}

function hitOf(request: AppRequest, messageId: number, touch: Touch): Hit {
  const userAgent = request.get('user-agent') ?? null;
  const purpose = request.get('sec-purpose') ?? request.get('purpose') ?? request.get('x-moz') ?? null;
  const reason = machineReason({ method: request.method, userAgent, purpose });
  return { touch, messageId, userAgent, machineReason: reason };
}
