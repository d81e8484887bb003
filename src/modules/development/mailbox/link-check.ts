import { Inject, Injectable } from '@nestjs/common';
import { TIMED_OUT, withTimeout } from '../../../platform/values/with-timeout.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { OutboundHttp, type OutboundResult } from '../../../platform/outbound-http/outbound-http.js';
import { PublicLinks } from '../../mail-content/links/public-links.service.js';
import { LinkTargets } from '../../tracking/link-targets.service.js';

const MAX_LINKS = 40;
const PARALLEL = 8;
const TIMEOUT_MS = 5_000;

export interface CheckedLink {
  readonly link: string;
  /** What a tracked link leads to. */
  readonly target: string | null;
  /** A status, a failure, or why the link was not requested. */
  readonly result: string;
  readonly state: 'works' | 'fails' | 'not_requested';
}

/** Requests the links of an email. Links of this installation are never requested: that would count as a click. */
@Injectable()
export class LinkCheck {
  constructor(
    private readonly http: OutboundHttp,
    private readonly links: PublicLinks,
    private readonly targets: LinkTargets,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Checks the first links of an email; takes at most 25 seconds. */
  async check(links: readonly string[]): Promise<CheckedLink[]> {
    const checked: CheckedLink[] = [];
    for (let start = 0; start < Math.min(links.length, MAX_LINKS); start += PARALLEL) {
      const some = links.slice(start, Math.min(start + PARALLEL, MAX_LINKS));
      checked.push(...(await Promise.all(some.map((link) => this.checkOne(link)))));
    }
    const others = links.slice(MAX_LINKS);
    return [...checked, ...others.map((link) => notRequested(link, `only the first ${MAX_LINKS} links are checked`))];
  }

  private async checkOne(link: string): Promise<CheckedLink> {
    if (!/^https?:/i.test(link)) return notRequested(link, 'an email address');
    const target = await this.trackedTarget(link);
    if (target === null && this.isOwn(link)) return notRequested(link, 'a link of this installation');
    const [url = ''] = (target ?? link).split('#');
    if (this.isOwn(url)) return { ...notRequested(link, 'a link of this installation'), target };
    const request = this.http.get({ url, headers: { 'User-Agent': 'Carillon link check' } });
    const answer = await withTimeout(TIMEOUT_MS, request);
    const { result, state } = this.outcomeOf(url, answer);
    return { link, target, result, state };
  }

  private outcomeOf(url: string, answer: OutboundResult | typeof TIMED_OUT): Pick<CheckedLink, 'result' | 'state'> {
    if (answer === TIMED_OUT) return { result: `no answer within ${TIMEOUT_MS / 1_000} s`, state: 'fails' };
    if (answer.failure === 'refused_url') return notRequested(url, this.http.faultOf(url) ?? 'not permitted');
    if (answer.failure !== null) return { result: answer.failure.replaceAll('_', ' '), state: 'fails' };
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers['location'] : undefined;
    return {
      result: location === undefined ? String(answer.status) : `${answer.status} to ${location}`,
      state: answer.status < 400 ? 'works' : 'fails',
    };
  }

  private isOwn(url: string): boolean {
    return URL.canParse(url) && new URL(url).href.startsWith(`${new URL(this.config.http.publicUrl).href}t/`);
  }

  private async trackedTarget(link: string): Promise<string | null> {
    const [, token = ''] = this.isOwn(link) ? (/\/t\/c\/([^/?#]+)/.exec(link) ?? []) : [];
    const click = this.links.readClick(token);
    const target = click ? await this.targets.targetOf(click) : 'unknown';
    return typeof target === 'string' ? null : target.url;
  }
}

function notRequested(link: string, reason: string): CheckedLink {
  return { link, target: null, result: `not requested: ${reason}`, state: 'not_requested' };
}
