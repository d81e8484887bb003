import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { FeedbackService } from '../../feedback/feedback.service.js';
import { OptOutService } from '../../sending/opt-outs/opt-out.service.js';
import { TrackingEvents } from '../../tracking/tracking-events.service.js';
import { DemoAgenda } from './demo-agenda.js';
import { ipOf } from './demo-audience.js';
import { chance, happens, pick } from './demo-chance.js';
import type { DemoPerson } from './demo-people.js';
import { DemoShop } from './demo-shop.js';

interface ReceivedEmail {
  readonly id: number;
  readonly email: string;
  readonly subject: string;
  readonly contentId: number;
  readonly isCampaign: number;
  readonly variant: string | null;
}

interface Device {
  readonly userAgent: string;
  readonly ip: string;
}

const SPOOL_LOOK_MS = 50;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
] as const;
/** A gateway of Barracuda, and the image proxy of Apple: networks that `known-networks.ts` lists. */
const GATEWAY: Device = { userAgent: AGENTS[1], ip: '209.222.82.7' };
const APPLE_PROXY: Device = { userAgent: 'Mozilla/5.0', ip: '17.58.63.10' };

const REASONS = ['Too many emails', 'I no longer drink coffee', 'I never signed up'] as const;
/** The people who report a campaign as spam, by the title words of its subject. */
const COMPLAINTS: ReadonlyMap<number, RegExp> = new Map([
  [44, /cold brew/],
  [73, /tasting/],
]);

/** How much an A/B variant changes the open rate. */
const VARIANTS: Readonly<Record<string, number>> = { a: 0.7, b: 1.15 };

/** What people and machines do with the emails that they receive. Everything happens through the services behind the public links. */
@Injectable()
export class DemoRecipients {
  /** Opens and clicks that are being stored. */
  private requests: Promise<void>[] = [];
  private readonly links = new Map<number, readonly number[]>();

  constructor(
    private readonly db: Database,
    private readonly tracking: TrackingEvents,
    private readonly feedback: FeedbackService,
    private readonly optOuts: OptOutService,
    private readonly shop: DemoShop,
    private readonly agenda: DemoAgenda,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Plans reactions to the emails of campaigns and funnels that were sent at a moment. */
  async receive(people: ReadonlyMap<string, DemoPerson>, at: number): Promise<void> {
    const emails = await this.db.query<ReceivedEmail>(
      `SELECT id, email, subject, content_id AS contentId, source_type = 'campaign' AS isCampaign, variant FROM email_messages
        WHERE state = 'sent' AND source_type IN ('campaign', 'funnel') AND settled_at >= :at ORDER BY id`,
      { at: new Date(at) },
    );
    for (const email of emails) {
      const person = people.get(email.email);
      if (person) await this.react(email, person, at);
    }
  }

  private async react(email: ReceivedEmail, person: DemoPerson, at: number): Promise<void> {
    const name = `${email.subject} to ${email.email}`;
    const isGone = person.mailbox === 'gone' || happens(`${name} gone`, 0.003);
    if (isGone || happens(`${name} full`, 0.008)) {
      const bouncedAt = at + (1 + chance(`${name} bounce`) * 30) * MINUTE_MS;
      this.bounce(email, isGone ? 'hard' : 'soft', bouncedAt);
      return;
    }
    const links = await this.linksOf(email.contentId);
    if (person.mailbox === 'gateway') this.scan(email, links, at + (0.3 + chance(`${name} scan`)) * MINUTE_MS);
    if (person.mailbox === 'apple') this.open(email, APPLE_PROXY, at + (1 + chance(`${name} proxy`) * 90) * MINUTE_MS);
    const complains = COMPLAINTS.get(person.number)?.test(email.subject) ?? false;
    const openRate = person.openRate * (VARIANTS[email.variant ?? ''] ?? 1);
    if (!complains && !happens(`${name} opens`, openRate)) return;
    const device = { userAgent: pick(`${person.email} agent`, AGENTS), ip: ipOf(person) };
    // Half of them within two hours, the last ones after days.
    const openedAt = at + Math.min(72, 0.05 - Math.log(1 - chance(`${name} delay`)) * 3) * HOUR_MS;
    this.open(email, device, openedAt);
    if (happens(`${name} returns`, 0.2)) this.open(email, device, openedAt + chance(`${name} later`) * 30 * HOUR_MS);
    if (complains) {
      this.complain(email, openedAt + 2 * MINUTE_MS);
      return;
    }
    if (happens(`${name} leaves`, email.isCampaign === 1 ? 0.012 : 0.006)) {
      this.leave(email, name, device, openedAt + MINUTE_MS);
      return;
    }
    if (!happens(`${name} clicks`, 0.17)) return;
    const clickedAt = openedAt + (0.3 + chance(`${name} reads`) * 3) * MINUTE_MS;
    this.click(email, pick(`${name} link`, asList(links)), device, clickedAt);
    if (happens(`${name} buys`, 0.3)) {
      const boughtAt = clickedAt + (4 + chance(`${name} decides`) * 300) * MINUTE_MS;
      this.agenda.plan(boughtAt, () => this.shop.sell(person, boughtAt));
    }
  }

  private async linksOf(contentId: number): Promise<readonly number[]> {
    const known = this.links.get(contentId);
    if (known) return known;
    const rows = await this.db.query<{ id: number }>(
      'SELECT id FROM email_links WHERE content_id = :contentId ORDER BY position',
      { contentId },
    );
    const links = rows.map(({ id }) => id);
    this.links.set(contentId, links);
    return links;
  }

  private open({ id }: ReceivedEmail, device: Device, at: number): void {
    const request = { ...device, method: 'GET', purpose: null };
    this.agenda.plan(at, () => this.request(this.tracking.take({ kind: 'open', messageId: id }, request)));
  }

  private click({ id }: ReceivedEmail, linkId: number, device: Device, at: number): void {
    const request = { ...device, method: 'GET', purpose: null };
    this.agenda.plan(at, () => this.request(this.tracking.take({ kind: 'click', messageId: id, linkId }, request)));
  }

  /** Not awaited, so that requests are stored together. */
  private request(taken: Promise<void>): void {
    this.requests.push(taken);
  }

  /** Returns when all opens and clicks of the past are stored. */
  async requestsEnd(): Promise<void> {
    await Promise.all(this.requests.splice(0));
    // Those that a busy database did not take in time wait in files.
    const folder = join(this.config.dataDir, 'spool', 'hits');
    while (existsSync(folder) && readdirSync(folder).length > 0) await sleep(SPOOL_LOOK_MS);
  }

  /** A gateway loads the images and follows every link before it delivers the email. */
  private scan(email: ReceivedEmail, links: readonly number[], at: number): void {
    this.open(email, GATEWAY, at);
    for (const [index, linkId] of links.entries()) this.click(email, linkId, GATEWAY, at + 150 * (index + 1));
  }

  private bounce({ id }: ReceivedEmail, bounceType: 'hard' | 'soft', at: number): void {
    const [code, diagnostic] =
      bounceType === 'hard' ? ['5.1.1', '550 5.1.1 User unknown'] : ['4.2.2', '452 4.2.2 Mailbox full'];
    this.agenda.plan(at, () =>
      this.feedback.report({
        ...{ provider: 'message', kind: 'bounce', eventKey: `bounce of ${id}`, emailId: id },
        ...{ at: new Date(at), bounceType, code, diagnostic },
      }),
    );
  }

  private complain({ id }: ReceivedEmail, at: number): void {
    const about = { provider: 'message', eventKey: `complaint about ${id}`, emailId: id, at: new Date(at) } as const;
    this.agenda.plan(at, () => this.feedback.report({ kind: 'complaint', ...about }));
  }

  private leave({ id }: ReceivedEmail, name: string, { ip }: Device, at: number): void {
    const isOneClick = happens(`${name} in one click`, 0.5);
    const reason = isOneClick ? null : pick(`${name} reason`, REASONS);
    this.agenda.plan(at, () =>
      this.optOuts.apply({ messageId: id, method: isOneClick ? 'one_click' : 'page', reason, ip, at }),
    );
  }
}

/** Every sample email has links. */
function asList(links: readonly number[]): readonly [number, ...number[]] {
  const [first, ...others] = links;
  if (first === undefined) throw new Error('A sample email has no links');
  return [first, ...others];
}
