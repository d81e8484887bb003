import { DateTime } from 'luxon';
import { ExperimentProgressService } from '../../../src/modules/campaigns/ab-test/experiment-progress.service.js';
import { CampaignScheduler } from '../../../src/modules/campaigns/sending/campaign.scheduler.js';
import type { GivenFunnel, GivenLabel } from '../given.js';
import type { SinkMessage, SmtpReply, SmtpSink } from '../smtp-sink.js';
import type { World } from '../world.js';
import { ActivityLog, type Entry, type Mail, type Order, type Person, type Status } from './activity-log.js';
import { decimal } from './decimal.js';
import { SeededSequence } from './seeded-sequence.js';
import { feedbackMail, type FeedbackKind } from './feedback-mail.js';
import type { SimulatedTime } from './simulated-time.js';

export const TIME_ZONE = 'Europe/Berlin';
/** October, which includes the end of daylight saving time on the 28th. */
const YEAR = 2029;
const MONTH = 10;
const DAYS = 31;
const LINKS = ['One', 'Two', 'Three'] as const;
const DOMAINS = ['mail.example', 'post.example', 'reader.example', 'firm.example'] as const;
const COUNTRIES = ['DE', 'FR', 'AT', 'JP', null] as const;
const READER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';
const SCANNER = 'Barracuda Sentinel (EE)';
const PEOPLE_AT_ONCE = 8;
/** Acts of managers run after all others of the same slot, because they may delete contacts. */
const MANAGER = 'office';
/** Acts that depend on seconds run alone. */
const TIMED = 'sneak';
const REASONS = ['too many mails', 'not interesting', 'never signed up'] as const;
const MINUTE_MS = 60_000;
/** Not whole days: no step becomes due while acts run, but an hour before. */
const WAIT_HOURS = 47;
const BODY = `<p>${LINKS.map((text) => `<a href="https://shop.example/${text.toLowerCase()}">${text}</a>`).join(' ')}
  <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

interface Act {
  /** Acts of one contact run in order, those of different contacts concurrently. */
  readonly by: string;
  /** Runs alone, before all others, and is settled before they start. */
  readonly isSolo: boolean;
  readonly run: () => Promise<void>;
}

/** A campaign or a step, identified by the subject of an email. */
interface Origin {
  readonly campaign: number | null;
  readonly funnel: number | null;
  readonly step: number | null;
  readonly variant: string | null;
}

/**
 * Simulates a month of a shop: all activity goes through the public API, the emails that it causes, and their links, day by
 * day, and is recorded in the activity log.
 */
export class Month {
  readonly log = new ActivityLog(TIME_ZONE);
  readonly lists: GivenLabel[] = [];
  readonly tags: GivenLabel[] = [];
  readonly campaigns: { readonly id: number; readonly title: string; readonly isTest: boolean }[] = [];
  funnel!: GivenFunnel;
  /** Expected recipients of each campaign, and actual ones: `title: address`. */
  readonly expected: string[] = [];
  readonly seen: string[] = [];
  private readonly slots: readonly Date[];
  private readonly acts: Act[][];
  private readonly byAddress = new Map<string, Person>();
  private readonly origins = new Map<string, Origin>();
  private now = 0;
  private messagesRead = 0;
  private recipientsRead = 0;
  private made = 0;

  constructor(
    private readonly world: World,
    private readonly sink: SmtpSink,
    private readonly time: SimulatedTime,
    private readonly plan: { readonly seed: number; readonly people: number },
  ) {
    this.slots = slotsOfTheMonth();
    this.acts = this.slots.map(() => []);
  }

  /** Just after the last day. */
  get end(): Date {
    return DateTime.fromObject({ year: YEAR, month: MONTH + 1, day: 1, hour: 12 }, { zone: TIME_ZONE }).toJSDate();
  }

  /** The day before the first. */
  static get start(): Date {
    return DateTime.fromObject({ year: YEAR, month: MONTH - 1, day: 30, hour: 9 }, { zone: TIME_ZONE }).toJSDate();
  }

  /** Replies of the mail server to some addresses. */
  static readonly refusal = (address: string): SmtpReply | undefined => {
    if (address.endsWith('@gone.example')) return { code: 550, text: '5.1.1 No such user' };
    return address.endsWith('@full.example') ? { code: 552, text: '5.2.2 Mailbox full' } : undefined;
  };

  async simulate(): Promise<void> {
    await this.prepare();
    for (const [index, moment] of this.slots.entries()) {
      const acts = this.acts[index] ?? [];
      if (acts.length === 0) continue;
      this.now = index;
      this.time.to(moment);
      // Due steps run before any act, because their order within a slot is undefined.
      if (
        this.log.entries.some(
          (entry) => isWaiting(entry) && moment.getTime() - entry.at.getTime() >= WAIT_HOURS * 60 * MINUTE_MS,
        )
      )
        await this.settle();
      for (const act of acts.filter(({ isSolo }) => isSolo)) {
        await act.run();
        await this.settle();
      }
      await this.runAtOnce(acts.filter(({ isSolo, by }) => !isSolo && by !== MANAGER && by !== TIMED));
      for (const act of acts.filter(({ by }) => by === MANAGER)) await act.run();
      await this.settle();
      const timedActs = acts.filter(({ by }) => by === TIMED);
      for (const act of timedActs) await act.run();
      if (timedActs.length > 0) await this.settle();
    }
    this.time.to(this.end);
    await this.settle();
  }

  /** Schedules an act some slots later, unless the month is over by then. */
  private later(slots: number, by: string, run: () => Promise<void>): void {
    this.at(this.now + slots, by, run);
  }

  private at(slot: number, by: string, run: () => Promise<void>, isSolo = false): void {
    this.acts[slot]?.push({ by, run, isSolo });
  }

  /** The slot of a local day, 0 being its first. */
  private slotOf(day: number, which: number): number {
    const wanted = `${YEAR}-${MONTH}-${String(day).padStart(2, '0')}`;
    const first = this.slots.findIndex((moment) => this.log.wall(moment).day === wanted);
    return first + which;
  }

  private async runAtOnce(acts: readonly Act[]): Promise<void> {
    const byWhom = new Map<string, Act[]>();
    for (const act of acts) byWhom.set(act.by, [...(byWhom.get(act.by) ?? []), act]);
    const queue = [...byWhom.values()];
    const worker = async (): Promise<void> => {
      for (let own = queue.shift(); own; own = queue.shift()) for (const act of own) await act.run();
    };
    await Promise.all(Array.from({ length: PEOPLE_AT_ONCE }, worker));
  }

  private async settle(): Promise<void> {
    await this.world.settle();
    await this.readMail();
  }

  private sequence(about: string): SeededSequence {
    return new SeededSequence(this.plan.seed, about);
  }

  // --- Schedule ---

  private async prepare(): Promise<void> {
    this.time.to(Month.start);
    for (const title of ['News', 'Shop', 'Quiet']) this.lists.push(await this.world.given.list({ title }));
    for (const title of ['Early', 'Loud']) this.tags.push(await this.world.given.tag({ title }));
    await this.makeFunnel();
    const { people } = this.plan;
    const draw = this.sequence('plan');
    const early = Math.floor(people * 0.6);
    for (let number = 0; number < people; number += 1) {
      const person = `new ${number}`;
      if (number < early) this.at(0, person, () => this.join(number));
      else this.at(draw.between(1, this.slots.length - 8), person, () => this.join(number));
    }
    const [news, shop] = this.lists;
    this.at(
      this.slotOf(3, 1),
      'c',
      () => this.send('Hello', { lists: [news?.id] }, (p) => p.lists.has(news?.id ?? 0)),
      true,
    );
    this.at(this.slotOf(10, 0), 'c', () => this.test('Tea', shop?.id ?? 0), true);
    this.at(this.slotOf(11, 1), 'c', () => this.decide(), true);
    this.at(
      this.slotOf(17, 2),
      'c',
      () => this.send('Late', { lists: [shop?.id] }, (p) => p.lists.has(shop?.id ?? 0)),
      true,
    );
    this.at(
      this.slotOf(28, 1),
      'c',
      () => this.send('Night', { lists: [news?.id] }, (p) => p.lists.has(news?.id ?? 0)),
      true,
    );
    for (let act = 0; act < people * 2; act += 1)
      this.at(draw.between(4, this.slots.length - 4), MANAGER, () => this.managerAct(this.sequence(`office ${act}`)));
  }

  /** An act of a manager on a random contact. */
  private async managerAct(draw: SeededSequence): Promise<void> {
    const present = this.log.people.filter(({ deleted }) => deleted === null);
    const person = draw.pick(present.sort((a, b) => a.email.localeCompare(b.email)));
    const kind = draw.between(0, 11);
    if (kind <= 1) return this.move(person, draw);
    if (kind === 2) return this.changeStatus(person, person.status === 'subscribed' ? 'unsubscribed' : 'subscribed');
    if (kind === 3) return draw.happens(0.5) ? this.delete(person) : undefined;
    if (kind <= 6) return this.trackEvent(person, draw);
    if (kind <= 8) return this.enter(person);
    if (kind === 9) return this.order(person, draw);
    if (kind === 10 && person.status === 'pending' && !isDead(person)) return this.askToConfirm(person);
    return this.revise(draw);
  }

  // --- Contacts ---

  private async join(number: number): Promise<void> {
    const draw = this.sequence(`reader ${number}`);
    const [news, shop, quiet] = this.lists.map(({ id }) => id) as [number, number, number];
    const lists = [news, ...(number % 2 === 0 ? [shop] : []), ...(number % 11 === 0 ? [quiet] : [])].filter(
      (id) => id !== news || number % 7 !== 0,
    );
    const tags = this.tags.filter((_tag, index) => number % (index + 3) === 0).map(({ id }) => id);
    const status: Status = number % 13 === 5 ? 'pending' : number % 17 === 6 ? 'unsubscribed' : 'subscribed';
    const domain = number % 50 === 33 ? 'gone.example' : number % 40 === 9 ? 'full.example' : draw.pick(DOMAINS);
    const country = draw.pick(COUNTRIES);
    const email = `reader-${number}@${domain}`;
    const created = { at: new Date(), status };
    const { id } = await this.world.given.contact({
      ...{ email, status, lists, tags, first_name: `Reader ${number}` },
      ...(country === null ? {} : { country }),
    });
    const person: Person = {
      ...{ id, email, country, status, created, type: 'lead', changes: [], deleted: null },
      ...{ lists: new Set(lists), tags: new Set(tags) },
    };
    this.log.people.push(person);
    this.byAddress.set(email, person);
    for (const label of [...lists.map((list) => `list ${list}`), ...tags.map((tag) => `tag ${tag}`)])
      this.log.memberships.push({ label, person, at: created.at, isAdded: true });
  }

  private becomes(person: Person, status: Status, at = new Date()): void {
    if (person.deleted || person.status === status) return;
    person.changes.push({ at, from: person.status, to: status });
    person.status = status;
    for (const entry of this.log.entries)
      if (entry.person === person && isWaiting(entry) && status !== 'subscribed' && status !== 'pending')
        entry.ended = { at, reason: status };
  }

  private async changeStatus(person: Person, status: Status): Promise<void> {
    await this.world.all.put(`/subscribers/${person.id}`).send({ subscriber: { status } }).expect(200);
    this.becomes(person, status);
  }

  private async delete(person: Person): Promise<void> {
    await this.world.all.delete(`/subscribers/${person.id}`).expect(200);
    for (const entry of this.log.entries)
      if (entry.person === person && isWaiting(entry)) entry.ended = { at: new Date(), reason: 'contact_deleted' };
    person.deleted = { at: new Date(), status: person.status };
  }

  /** Adds the contact to, or removes it from, a list and a tag. */
  private async move(person: Person, draw: SeededSequence): Promise<void> {
    if (isDead(person)) return;
    const list = draw.pick(this.lists).id;
    const tag = draw.pick(this.tags).id;
    const at = new Date();
    const change = (own: Set<number>, id: number, kind: 'list' | 'tag'): Record<string, number[]> => {
      const isAdded = !own.has(id);
      if (isAdded) own.add(id);
      else own.delete(id);
      this.log.memberships.push({ label: `${kind} ${id}`, person, at, isAdded });
      return { [`${isAdded ? 'attach' : 'detach'}_${kind}s`]: [id] };
    };
    const subscriber = { ...change(person.lists, list, 'list'), ...change(person.tags, tag, 'tag') };
    await this.world.all.put(`/subscribers/${person.id}`).send({ subscriber }).expect(200);
  }

  private async trackEvent(person: Person, draw: SeededSequence): Promise<void> {
    await this.world.given.trackedEvent(person.id, { event_key: 'seen', title: draw.pick(['Home', 'Shop']) });
    this.log.activities.push({ person, at: new Date() });
  }

  /** Requests a double opt-in confirmation. */
  private async askToConfirm(person: Person): Promise<void> {
    await this.world.all.post(`/subscribers/${person.id}/send-double-optin`).expect(200);
  }

  // --- Campaigns and funnels ---

  private async makeFunnel(): Promise<void> {
    const mail = (email_subject: string) => ({
      action_name: 'send_custom_email',
      title: email_subject,
      settings: { email_subject, email_body: BODY },
    });
    const wait = {
      action_name: 'wait_times',
      title: 'Almost two days',
      settings: { wait_type: 'unit_wait', wait_time_amount: WAIT_HOURS, wait_time_unit: 'hours' },
    };
    this.funnel = await this.world.given.publishedFunnel({
      title: 'Welcome',
      sequences: [mail('Welcome'), wait, mail('Still here')],
    });
    for (const { id, title } of this.funnel.sequences)
      this.origins.set(title, { campaign: null, funnel: this.funnel.id, step: id, variant: null });
  }

  private async enter(person: Person): Promise<void> {
    if (isDead(person) || person.status !== 'subscribed' || this.log.entries.some((entry) => entry.person === person))
      return;
    await this.world.all
      .post(`/funnels/${this.funnel.id}/subscribers`)
      .send({ subscribers: [person.id] })
      .expect(200);
    this.log.entries.push({ person, funnel: this.funnel.id, at: new Date(), completed: null, ended: null });
  }

  private audience(isRecipient: (person: Person) => boolean): Person[] {
    return this.log.people.filter((p) => p.deleted === null && p.status === 'subscribed' && isRecipient(p));
  }

  private async send(title: string, recipients: object, isRecipient: (person: Person) => boolean): Promise<void> {
    const meant = this.audience(isRecipient);
    const { id } = await this.world.given.campaign({ title, email_subject: title, email_body: BODY, ...recipients });
    this.campaigns.push({ id, title, isTest: false });
    this.origins.set(title, { campaign: id, funnel: null, step: null, variant: null });
    this.expected.push(...meant.map(({ email }) => `${title}: ${email}`));
    await this.world.all.post(`/campaigns/${id}/send`).expect(200);
  }

  private async test(title: string, list: number): Promise<void> {
    const variants = [
      { key: 'a', subject: `${title} plain` },
      { key: 'b', subject: `${title} loud` },
    ];
    const { id } = await this.world.given.campaign({
      ...{ title, email_subject: title, email_body: BODY, lists: [list] },
      settings: { ab_test: { variants, sample_percent: 60, metric: 'opens', wait_minutes: 2_000 } },
    });
    this.campaigns.push({ id, title, isTest: true });
    for (const { key, subject } of variants)
      this.origins.set(subject, { campaign: id, funnel: null, step: null, variant: key });
    this.tested = this.audience((person) => person.lists.has(list));
    await this.world.all.post(`/campaigns/${id}/send`).expect(200);
    await this.world.settle();
    await this.world.worker?.get(ExperimentProgressService, { strict: false }).advance(id);
  }

  private tested: readonly Person[] = [];

  /** The test period is over. The remaining contacts get the winner. */
  private async decide(): Promise<void> {
    const { id, title } = this.campaigns.find(({ isTest }) => isTest)!;
    const had = new Set(this.log.emails.filter(({ campaign }) => campaign === id).map(({ to }) => to));
    const got = this.tested.filter((p) => had.has(p) || (p.deleted === null && p.status === 'subscribed'));
    this.expected.push(...got.map(({ email }) => `${title}: ${email}`));
    await this.world.worker?.get(ExperimentProgressService, { strict: false }).advance(id);
    await this.world.worker?.get(CampaignScheduler, { strict: false }).tick();
    await this.world.settle();
  }

  // --- Received emails ---

  /** Takes what has come out since. What the mail server saw is what was sent. */
  private async readMail(): Promise<void> {
    const messages = this.sink.messages.slice(this.messagesRead);
    const addresses = this.sink.recipientsSeen.slice(this.recipientsRead);
    this.messagesRead += messages.length;
    this.recipientsRead += addresses.length;
    const at = new Date();
    for (const message of messages) await this.arrives(message, at);
    for (const address of addresses) this.refused(address, at);
    for (const person of this.doubtful) this.judgeSoftBounces(person, at);
  }

  private async arrives(message: SinkMessage, at: Date): Promise<void> {
    const { html = '', subject = '' } = await message.parsed();
    const to = this.personAt(message.envelope.to[0] ?? '');
    const path = (text: string): string =>
      new RegExp(`href="http://carillon\\.test(/t/[^"]+)"[^>]*>${text}<`).exec(html)?.[1] ?? '';
    const mail = this.note(to, subject, at, {
      open: /src="http:\/\/carillon\.test(\/t\/o\/[^"]+)"/.exec(html)?.[1] ?? '',
      clicks: LINKS.map(path),
      optOut: path('Unsubscribe'),
      messageId: (await message.header('message-id')) ?? '',
    });
    const confirmation = /http:\/\/carillon\.test(\/t\/d\/[^"<\s]+)/.exec(html)?.[1];
    if (confirmation !== undefined) {
      this.later(1, to.email, () => this.confirm(to, confirmation));
      return;
    }
    this.scheduleActivity(mail);
  }

  private note(
    to: Person,
    subject: string,
    at: Date,
    paths: Pick<Mail, 'open' | 'clicks' | 'optOut' | 'messageId'>,
  ): Mail {
    const origin = this.origins.get(subject) ?? { campaign: null, funnel: null, step: null, variant: null };
    const mail: Mail = {
      ...{ number: (this.made += 1), to, subject, at, ...origin, ...paths },
      ...{ opens: [], follows: [], machineOpens: [], machineFollows: [], bounce: null, complaint: null, left: null },
    };
    this.log.emails.push(mail);
    const campaign = this.campaigns.find(({ id }) => id === origin.campaign);
    if (campaign) this.seen.push(`${campaign.title}: ${to.email}`);
    if (subject === 'Still here') for (const entry of this.log.entries) if (entry.person === to) entry.completed = at;
    return mail;
  }

  private refused(address: string, at: Date): void {
    const isGone = address.endsWith('@gone.example');
    const to = this.personAt(address);
    if (!isGone && !address.endsWith('@full.example')) return;
    // The refused email was not parsed: it is the latest one in progress.
    const subject = this.underWay(to);
    if (!isGone) {
      this.failed.push({ to, at });
      this.doubtful.add(to);
      const { campaign } = this.origins.get(subject) ?? { campaign: null };
      const title = this.campaigns.find(({ id }) => id === campaign)?.title;
      if (title !== undefined) this.seen.push(`${title}: ${address}`);
      return;
    }
    const mail = this.note(to, subject, at, { open: '', clicks: [], optOut: '', messageId: '' });
    mail.bounce = { at, type: 'hard', code: '5.1.1', source: 'smtp' };
    this.becomes(to, 'bounced', at);
  }

  /** Contacts with a soft-bounced email. */
  private readonly doubtful = new Set<Person>();
  /** Emails refused by a full mailbox: neither sent nor bounced. */
  readonly failed: { readonly to: Person; readonly at: Date }[] = [];

  private judgeSoftBounces(person: Person, at: Date): void {
    const ends = [
      ...this.log.emails
        .filter(({ to }) => to === person)
        .map(({ at: sent, bounce }) => ({ sent, soft: bounce?.type === 'soft' })),
      ...this.failed.filter(({ to }) => to === person).map(({ at: sent }) => ({ sent, soft: true })),
    ].sort((a, b) => b.sent.getTime() - a.sent.getTime());
    if (ends.slice(0, 5).filter(({ soft }) => soft).length >= 3 && person.status === 'subscribed')
      this.becomes(person, 'bounced', at);
  }

  private personAt(address: string): Person {
    const person = this.byAddress.get(address);
    if (!person) throw new Error(`an email went to the unknown address ${address}`);
    return person;
  }

  private underWay(to: Person): string {
    const { campaigns, log } = this;
    const last = campaigns.at(-1);
    const has = (campaign: number): boolean => log.emails.some((mail) => mail.to === to && mail.campaign === campaign);
    return last && !has(last.id) ? last.title : 'unknown';
  }

  // --- Recipient and machine activity ---

  private scheduleActivity(mail: Mail): void {
    const about = `${mail.subject} to ${mail.to.email}`;
    const draw = this.sequence(about);
    let acts = 0;
    const soon = (): number => draw.between(1, 7);
    const schedule = (slots: number, what: (mail: Mail, draw: SeededSequence) => Promise<void>): void => {
      const own = this.sequence(`${about} ${(acts += 1)}`);
      this.later(slots, mail.to.email, async () => {
        if (mail.to.deleted === null) await what(mail, own);
      });
    };
    if (draw.happens(0.05)) {
      schedule(soon(), (m, own) => this.returns(m, own.happens(0.4) ? 'hard' : 'soft'));
      return;
    }
    if (draw.happens(0.12)) schedule(1, (m, own) => this.scan(m, own));
    if (mail.campaign !== null && draw.happens(0.02)) {
      this.later(1, TIMED, async () => {
        if (mail.to.deleted === null) await this.misleadingClicks(mail);
      });
      return;
    }
    const isWinner = mail.variant === 'b';
    if (!draw.happens(isWinner ? 0.8 : 0.5)) return;
    const opens = soon() + 1;
    schedule(opens, (m) => this.opens(m, READER));
    if (draw.happens(0.2)) schedule(opens + soon(), (m) => this.opens(m, PHONE));
    if (draw.happens(0.45)) {
      const clicks = opens + draw.between(0, 4);
      schedule(clicks, (m, own) => this.clicks(m, own));
      if (draw.happens(0.2)) schedule(clicks + soon(), (m, own) => this.clicks(m, own));
      if (draw.happens(0.6)) schedule(clicks + draw.between(0, 20), (m, own) => this.order(m.to, own));
    }
    const chance = draw.next();
    if (chance < 0.06) schedule(opens + soon(), (m, own) => this.optsOut(m, own));
    // Two complaints would pause the campaign during its A/B test.
    else if (chance < 0.12 && mail.variant === null) schedule(opens + soon(), (m) => this.complains(m));
  }

  private async hit(path: string, agent: string, method: 'get' | 'head' = 'get'): Promise<Date> {
    const at = new Date();
    await this.world.http[method](path)
      .set('User-Agent', agent)
      .expect(path.startsWith('/t/c/') ? 302 : 200);
    return at;
  }

  private async opens(mail: Mail, agent: string): Promise<void> {
    mail.opens.push(await this.hit(mail.open, agent));
  }

  private async clicks(mail: Mail, draw: SeededSequence): Promise<void> {
    const link = draw.between(0, 2);
    mail.follows.push({ at: await this.hit(mail.clicks[link] ?? '', READER), link, isMachine: false });
  }

  /** A gateway scans the email, in one of three ways. */
  private async scan(mail: Mail, draw: SeededSequence): Promise<void> {
    const way = draw.between(0, 2);
    if (way === 0) {
      mail.machineOpens.push(await this.hit(mail.open, SCANNER));
      mail.machineFollows.push({ at: await this.hit(mail.clicks[0] ?? '', SCANNER), link: 0 });
    } else if (way === 1) {
      mail.machineFollows.push({ at: await this.hit(mail.clicks[1] ?? '', CHROME, 'head'), link: 1 });
    } else {
      // At once: on a busy machine, one after the other may take longer than a burst.
      const follow = async (path: string, link: number) => ({ at: await this.hit(path, CHROME), link });
      mail.machineFollows.push(...(await Promise.all(mail.clicks.map(follow))));
    }
  }

  /** Two clicks that look human, and a third one within two seconds that reclassifies them as machine. */
  private async misleadingClicks(mail: Mail): Promise<void> {
    const begins = new Date();
    const follows = async (link: number, afterMs: number): Promise<void> => {
      this.time.to(new Date(begins.getTime() + afterMs));
      mail.follows.push({ at: await this.hit(mail.clicks[link] ?? '', CHROME), link, isMachine: true });
    };
    await follows(0, 0);
    await follows(1, 500);
    await this.world.settle();
    await follows(2, 1_500);
  }

  private async optsOut(mail: Mail, draw: SeededSequence): Promise<void> {
    const reason = draw.happens(0.6) ? draw.pick(REASONS) : null;
    const isOneClick = reason === null && draw.happens(0.6);
    const output = isOneClick
      ? 'List-Unsubscribe=One-Click'
      : reason === null
        ? ''
        : `reason=${encodeURIComponent(reason)}`;
    const at = new Date();
    await this.world.http.post(mail.optOut).type('form').send(output).expect(200);
    mail.left = { at, method: isOneClick ? 'one_click' : 'page', reason };
    if (mail.to.status === 'subscribed' || mail.to.status === 'pending') this.becomes(mail.to, 'unsubscribed', at);
  }

  private async report(mail: Mail, kind: FeedbackKind): Promise<Date> {
    const at = new Date();
    const { body } = await this.world.all
      .post('/feedback/message')
      .set('Content-Type', 'message/rfc822')
      .send(feedbackMail(kind, { to: mail.to.email, messageId: mail.messageId, at, number: mail.number }))
      .expect(200);
    if (body.outcome !== 'applied') throw new Error(`${kind} was ${String(body.outcome)}`);
    return at;
  }

  private async returns(mail: Mail, type: 'hard' | 'soft'): Promise<void> {
    const at = await this.report(mail, type);
    mail.bounce = { at, type, code: type === 'hard' ? '5.1.1' : '5.2.2', source: 'dsn' };
    if (type === 'soft') this.doubtful.add(mail.to);
    if (type === 'hard' && mail.to.status !== 'complained') this.becomes(mail.to, 'bounced', at);
  }

  private async complains(mail: Mail): Promise<void> {
    const at = await this.report(mail, 'complaint');
    mail.complaint = { at, source: 'arf' };
    this.becomes(mail.to, 'complained', at);
  }

  private async confirm(person: Person, path: string): Promise<void> {
    if (person.deleted !== null || person.status !== 'pending') return;
    await this.world.http.post(path).expect(200);
    this.becomes(person, 'subscribed');
  }

  // --- Orders ---

  private async order(by: Person, draw: SeededSequence): Promise<void> {
    const currency = draw.happens(0.8) ? 'EUR' : 'JPY';
    const total = draw.between(500, 20_000);
    const status = draw.pick(['completed', 'completed', 'completed', 'pending', 'cancelled'] as const);
    const now = new Date();
    const isBackdated = draw.happens(0.3);
    const minutesAgo = (isBackdated ? draw.between(1, 6) * 1_440 : draw.between(0, 1) * 90) + 17;
    // Whole seconds, because shops report those.
    const orderedAt = new Date(Math.floor(now.getTime() / 1_000) * 1_000 - minutesAgo * MINUTE_MS);
    const nth = this.log.orders.filter((order) => order.by === by).length;
    const externalId = `A-${by.email}-${nth}`;
    const { body } = await this.world.all
      .post('/commerce/orders')
      .send({
        ...{ external_id: externalId, contact_id: by.id, status, currency },
        ...{ total: decimal(total, currency), ordered_at: orderedAt.toISOString() },
        items: [{ external_id: 'SKU-1', title: 'Tea', quantity: 1, price: decimal(total, currency) }],
      })
      .expect(200);
    const order: Order = { id: body.order.id, externalId, by, currency, total, status, orderedAt, refunds: [] };
    this.log.orders.push(order);
    if (status === 'completed') by.type = 'customer';
  }

  /** Changes an older order: pays it, cancels it, or refunds it in part or in full. */
  private async revise(draw: SeededSequence): Promise<void> {
    if (this.log.orders.length === 0) return;
    const order = draw.pick([...this.log.orders].sort((a, b) => a.externalId.localeCompare(b.externalId)));
    if (order.status === 'cancelled' || order.status === 'refunded') return;
    if (order.status === 'pending') {
      await this.world.all.put(`/commerce/orders/${order.id}`).send({ status: 'completed' }).expect(200);
      order.status = 'completed';
      if (order.by.deleted === null) order.by.type = 'customer';
      return;
    }
    if (order.refunds.length === 0 && draw.happens(0.2)) {
      await this.world.all.put(`/commerce/orders/${order.id}`).send({ status: 'cancelled' }).expect(200);
      order.status = 'cancelled';
      return;
    }
    const left = order.total - order.refunds.reduce((sum, { amount }) => sum + amount, 0);
    const amount = draw.happens(0.3) ? left : Math.min(left, draw.between(1, 400));
    const at = new Date();
    await this.world.all
      .post(`/commerce/orders/${order.id}/refunds`)
      .send({ amount: decimal(amount, order.currency), external_id: `R-${(this.made += 1)}` })
      .expect(200);
    order.refunds.push({ amount, at, isWithoutContact: order.by.deleted !== null });
    if (amount === left) order.status = 'refunded';
  }
}

/** Invalid addresses: on the initial lists, and recipients of campaigns only. */
const isDead = ({ email }: Person): boolean => /@(?:gone|full)\.example$/.test(email);
const isWaiting = ({ completed, ended }: Entry): boolean => completed === null && ended === null;

/** The times of activity: soon after midnight, during the day, and just before midnight. */
function slotsOfTheMonth(): Date[] {
  const local = (day: number, hour: number, minute: number, second = 0): Date =>
    DateTime.fromObject({ year: YEAR, month: MONTH, day, hour, minute, second }, { zone: TIME_ZONE }).toJSDate();
  return Array.from({ length: DAYS }, (_, index) => index + 1).flatMap((day) => [
    local(day, 0, 0, 30),
    ...(day === 28 ? [new Date(Date.UTC(YEAR, 9, 28, 0, 30)), new Date(Date.UTC(YEAR, 9, 28, 1, 30))] : []),
    local(day, 15, 0),
    local(day, 23, 59, 5),
  ]);
}
