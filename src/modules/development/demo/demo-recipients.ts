import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { FeedbackService } from '../../feedback/feedback.service.js';
import { OptOutService } from '../../sending/opt-outs/opt-out.service.js';
import { DemoAgenda } from './demo-agenda.js';
import { chance, happens, pick, type DemoPerson, ipOf, personOf } from './demo-people.js';
import { DemoShop } from './demo-shop.js';
import { TrackingEvents } from '../../tracking/tracking-events.service.js';

interface DemoDevice {
  readonly userAgent: string;
  readonly ip: string;
}

interface ReceivedEmail {
  readonly id: number;
  readonly email: string;
  readonly subject: string;
  readonly contentId: number;
  readonly variant: string | null;
}

interface Delivery extends ReceivedEmail {
  readonly person: DemoPerson;
  /** Names the chances of this email. */
  readonly name: string;
  readonly links: readonly number[];
  readonly at: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
] as const;
/** A gateway of Barracuda, and the image proxy of Apple: networks that `known-networks.ts` lists. */
const GATEWAY: DemoDevice = { userAgent: AGENTS[1], ip: '209.222.82.7' };
const APPLE_PROXY: DemoDevice = { userAgent: 'Mozilla/5.0', ip: '17.58.63.10' };

const REASONS = ['Too many emails', 'I no longer drink coffee', 'I never signed up'] as const;
/** The people who report a campaign as spam, by the title words of its subject. */
const COMPLAINTS: ReadonlyMap<number, RegExp> = new Map([
  [44, /cold brew/],
  [73, /tasting/],
]);

/** How much an A/B variant changes the open rate. */
const VARIANTS: Readonly<Record<string, number>> = { a: 0.7, b: 1.15 };

/** What people and machines do with the emails that they receive, through the services behind the public links. */
@Injectable()
export class DemoRecipients {
  private readonly links = new Map<number, readonly number[]>();
  private requests: ReturnType<TrackingEvents['eventOf']>[] = [];

  constructor(
    private readonly db: Database,
    private readonly tracking: TrackingEvents,
    private readonly feedback: FeedbackService,
    private readonly optOuts: OptOutService,
    private readonly shop: DemoShop,
    private readonly agenda: DemoAgenda,
  ) {}

  /** Plans reactions to the emails of campaigns and funnels that were sent at a moment. */
  async receive(at: number): Promise<void> {
    const sql = `SELECT id, email, subject, content_id AS contentId, variant FROM email_messages
      WHERE state = 'sent' AND source_type IN ('campaign', 'funnel') AND settled_at >= :at ORDER BY id`;
    const emails = await this.db.query<ReceivedEmail>(sql, { at: new Date(at) });
    for (const email of emails) {
      const person = personOf(email.email);
      if (person === null) continue;
      const name = `${email.subject} to ${email.email}`;
      const delivery = { ...email, person, name, links: await this.linksOf(email.contentId), at };
      if (this.bounces(delivery)) continue;
      this.passMachines(delivery);
      this.read(delivery);
    }
  }

  /** Through the service behind the links: the spool of a busy database would store them at the real time. */
  async storeRequests(): Promise<void> {
    const requests = this.requests.splice(0);
    if (requests.length > 0) await this.tracking.store(requests);
  }

  private async linksOf(contentId: number): Promise<readonly number[]> {
    const known = this.links.get(contentId);
    if (known) return known;
    const sql = 'SELECT id FROM email_links WHERE content_id = :contentId ORDER BY position';
    const links = idsOf(await this.db.query<{ id: number }>(sql, { contentId }));
    this.links.set(contentId, links);
    return links;
  }

  private bounces({ id, person, name, at }: Delivery): boolean {
    const isGone = person.mailbox === 'gone' || happens(`${name} gone`, 0.003);
    if (!isGone && !happens(`${name} full`, 0.008)) return false;
    const bounce = isGone
      ? ({ bounceType: 'hard', code: '5.1.1', diagnostic: '550 5.1.1 User unknown' } as const)
      : ({ bounceType: 'soft', code: '4.2.2', diagnostic: '452 4.2.2 Mailbox full' } as const);
    const bouncedAt = at + (1 + chance(`${name} bounce`) * 30) * MINUTE_MS;
    const about = { provider: 'message', eventKey: `bounce of ${id}`, emailId: id, at: new Date(bouncedAt) } as const;
    this.agenda.plan(bouncedAt, () => this.feedback.report({ kind: 'bounce', ...about, ...bounce }));
    return true;
  }

  /** A gateway loads the images and follows every link before it delivers the email; Apple only loads the images. */
  private passMachines({ id, person, name, links, at }: Delivery): void {
    if (person.mailbox === 'gateway') {
      const scannedAt = at + (0.3 + chance(`${name} scan`)) * MINUTE_MS;
      this.open(id, GATEWAY, scannedAt);
      for (const [index, link] of links.entries()) this.click(id, link, GATEWAY, scannedAt + 150 * (index + 1));
    }
    if (person.mailbox === 'apple') this.open(id, APPLE_PROXY, at + (1 + chance(`${name} proxy`) * 90) * MINUTE_MS);
  }

  private read(delivery: Delivery): void {
    const { id, person, name, at, subject, variant } = delivery;
    const complains = COMPLAINTS.get(person.number)?.test(subject) ?? false;
    if (!complains && !happens(`${name} opens`, person.openRate * (VARIANTS[variant ?? ''] ?? 1))) return;
    const device = { userAgent: pick(`${person.email} agent`, AGENTS), ip: ipOf(person) };
    // Half of them within two hours, the last ones after days.
    const openedAt = at + Math.min(72, 0.05 - Math.log(1 - chance(`${name} delay`)) * 3) * HOUR_MS;
    this.open(id, device, openedAt);
    if (happens(`${name} returns`, 0.2)) this.open(id, device, openedAt + chance(`${name} later`) * 30 * HOUR_MS);
    if (complains) this.complain(id, openedAt + 2 * MINUTE_MS);
    else if (happens(`${name} leaves`, 0.01)) this.leave(delivery, device, openedAt + MINUTE_MS);
    else if (happens(`${name} clicks`, 0.17)) this.follow(delivery, device, openedAt);
  }

  private follow({ id, person, name, links }: Delivery, device: DemoDevice, openedAt: number): void {
    if (links.length === 0) return;
    const clickedAt = openedAt + (0.3 + chance(`${name} reads`) * 3) * MINUTE_MS;
    this.click(id, pick(`${name} link`, links), device, clickedAt);
    if (!happens(`${name} buys`, 0.3)) return;
    const boughtAt = clickedAt + (4 + chance(`${name} decides`) * 300) * MINUTE_MS;
    this.agenda.plan(boughtAt, () => this.shop.sell(person, boughtAt));
  }

  private open(messageId: number, device: DemoDevice, at: number): void {
    this.request({ kind: 'open', messageId }, device, at);
  }

  private click(messageId: number, linkId: number, device: DemoDevice, at: number): void {
    this.request({ kind: 'click', messageId, linkId }, device, at);
  }

  private request(touched: Parameters<TrackingEvents['eventOf']>[0], device: DemoDevice, at: number): void {
    this.agenda.plan(at, () => {
      this.requests.push(this.tracking.eventOf(touched, { ...device, method: 'GET', purpose: null }));
      return Promise.resolve();
    });
  }

  private complain(id: number, at: number): void {
    const about = { provider: 'message', eventKey: `complaint about ${id}`, emailId: id, at: new Date(at) } as const;
    this.agenda.plan(at, () => this.feedback.report({ kind: 'complaint', ...about }));
  }

  private leave({ id, name }: Delivery, { ip }: DemoDevice, at: number): void {
    const isOneClick = happens(`${name} in one click`, 0.5);
    const reason = isOneClick ? null : pick(`${name} reason`, REASONS);
    const method = isOneClick ? 'one_click' : 'page';
    this.agenda.plan(at, () => this.optOuts.apply({ messageId: id, method, reason, ip, at }));
  }
}
