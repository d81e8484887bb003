import { DateTime } from 'luxon';
import type { ActivityLog, Line, Mail, Person, What } from './activity-log.js';
import { decimal } from './decimal.js';

/** The parameters of a report. Days are local and inclusive. */
export interface Question {
  readonly from: string;
  readonly to: string;
  readonly lists?: readonly number[];
  readonly tags?: readonly number[];
  readonly machine?: boolean;
  readonly currency?: string;
}

type Where = (line: Line) => boolean;
type Answer = Record<string, unknown>;
export type FailureKind = 'bounced' | 'complained' | 'unsubscribed';

export const queryOf = ({ from, to, lists = [], tags = [], machine, currency }: Partial<Question>): string =>
  [
    ...(from === undefined ? [] : [`start_date=${from}`]),
    ...(to === undefined ? [] : [`end_date=${to}`]),
    ...lists.map((id) => `lists[]=${id}`),
    ...tags.map((id) => `tags[]=${id}`),
    ...(machine ? ['include_machine=true'] : []),
    ...(currency === undefined ? [] : [`currency=${currency}`]),
  ].join('&');

/** Percentage with one decimal, rounded half away from zero; 0 if the total is 0. */
export function pct(part: number, whole: number): number {
  if (whole === 0) return 0;
  const tenths = (1_000 * Math.abs(part)) / Math.abs(whole);
  const sign = Math.sign(part) * Math.sign(whole);
  return sign === 0 ? 0 : (sign * Math.round(tenths + 1e-9)) / 10;
}

const day = (text: string): DateTime => DateTime.fromISO(text, { zone: 'utc' });

export function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = day(from); at <= day(to); at = at.plus({ days: 1 })) days.push(at.toFormat('yyyy-MM-dd'));
  return days;
}

/** The period of the same length just before. */
function before({ from, to }: Pick<Question, 'from' | 'to'>): Pick<Question, 'from' | 'to'> {
  const days = daysFrom(from, to).length;
  const back = (text: string): string => day(text).minus({ days }).toFormat('yyyy-MM-dd');
  return { from: back(from), to: back(to) };
}

const during =
  ({ from, to }: Pick<Question, 'from' | 'to'>): Where =>
  (line) =>
    line.day >= from && line.day <= to;

/** In any of the lists and with any of the tags, at the end of the month. */
export function isMember(person: Person | null, { lists = [], tags = [] }: Partial<Question>): boolean {
  if (lists.length === 0 && tags.length === 0) return true;
  if (person?.deleted !== null) return false;
  const has = (own: ReadonlySet<number>, asked: readonly number[]): boolean =>
    asked.length === 0 || asked.some((id) => own.has(id));
  return has(person.lists, lists) && has(person.tags, tags);
}

/** The expected response of each report, computed from the activity log as sums of recorded activity. */
export class ExpectedReports {
  constructor(
    private readonly log: ActivityLog,
    private readonly campaigns: readonly { readonly id: number; readonly title: string }[],
    /** The local day of the request. */
    private readonly today: string,
    private readonly timeZone: string,
  ) {}

  private sum(what: What, ...where: Where[]): number {
    return this.log.sum(what, (line) => where.every((each) => each(line)));
  }

  private of(question: Question): Where[] {
    return [during(question), (line) => isMember(line.person, question)];
  }

  /** Includes machine activity on request. */
  private opened(where: Where[], machine = false): number {
    return this.sum('opened', ...where) + (machine ? this.sum('machine_opens', ...where) : 0);
  }

  private clicked(where: Where[], machine = false): number {
    return this.sum('clicked', ...where) + (machine ? this.sum('machine_clicks', ...where) : 0);
  }

  private revenue(currency: string, ...where: Where[]): { revenue: number; orders: number; refunded: number } {
    const money = [...where, (line: Line) => line.currency === currency];
    return {
      revenue: decimal(this.sum('revenue', ...money), currency),
      orders: this.sum('orders', ...money),
      refunded: decimal(this.sum('refunded', ...money), currency),
    };
  }

  private average(currency: string, ...where: Where[]): number {
    const money = [...where, (line: Line) => line.currency === currency];
    const orders = this.sum('orders', ...money);
    return orders === 0 ? 0 : decimal(Math.round(this.sum('revenue', ...money) / orders), currency);
  }

  private subscribed(question: Partial<Question>): number {
    return this.log.people.filter(
      (person) => person.deleted === null && person.status === 'subscribed' && isMember(person, question),
    ).length;
  }

  overview(question: Question): Answer {
    const { machine, currency = 'EUR' } = question;
    const [now, then] = [this.of(question), this.of({ ...question, ...before(question) })];
    const [joined, joinedBefore] = [this.sum('joined', ...now), this.sum('joined', ...then)];
    const sent = this.sum('sent', ...now);
    const [opened, clicked] = [this.opened(now, machine), this.clicked(now, machine)];
    const [total, totalBefore] = [this.revenue(currency, ...now).revenue, this.revenue(currency, ...then).revenue];
    return {
      total_subscribers: this.subscribed(question),
      subscriber_growth: {
        current_period: joined,
        previous_period: joinedBefore,
        growth_rate: pct(joined - joinedBefore, joinedBefore),
      },
      email_stats: {
        emails_sent: sent,
        emails_opened: opened,
        emails_clicked: clicked,
        tracked: sent,
        open_rate: pct(opened, sent),
        click_rate: pct(clicked, sent),
      },
      revenue: { total, growth: pct(total - totalBefore, totalBefore), currency },
    };
  }

  private stats(where: Where[], machine = false): Answer {
    const sent = this.sum('sent', ...where);
    const bounced = this.sum('bounced', ...where);
    // A few days can have more bounces than sent emails.
    const delivered = Math.max(0, sent - bounced);
    const unsubscribed = this.sum('unsubscribed', ...where);
    const [opened, clicked] = [this.opened(where, machine), this.clicked(where, machine)];
    return {
      ...{ sent, delivered, opened, clicked, unsubscribed, bounced },
      delivery_rate: pct(delivered, sent),
      tracked: delivered,
      open_rate: pct(opened, delivered),
      click_rate: pct(clicked, delivered),
      unsubscribe_rate: pct(unsubscribed, delivered),
    };
  }

  private earned(where: Where[], currency: string): Answer {
    const { revenue: total, orders } = this.revenue(currency, ...where);
    const delivered = Math.max(0, this.sum('sent', ...where) - this.sum('bounced', ...where));
    return { total, orders, conversion_rate: pct(orders, delivered), currency };
  }

  emailStats(id: number, machine = false, currency = 'EUR'): Answer {
    const where = [(line: Line) => line.campaign === id];
    return { stats: this.stats(where, machine), revenue: this.earned(where, currency) };
  }

  /** @param question null for all days. */
  campaignReports(question: Question | null, currency = 'EUR'): { rows: Answer[]; totals: Answer } {
    const days = question === null ? [] : [during(question)];
    const machine = question?.machine;
    const rows = [...this.campaigns]
      .sort((a, b) => b.id - a.id)
      .map(({ id, title }) => {
        const where = [...days, (line: Line) => line.campaign === id];
        return {
          campaign_id: id,
          campaign_title: title,
          stats: this.stats(where, machine),
          revenue: this.earned(where, currency),
        };
      });
    const all = [...days, (line: Line) => line.campaign !== null];
    return { rows, totals: { ...this.stats(all, machine), revenue: this.earned(all, currency) } };
  }

  campaign(id: number, currency = 'EUR'): Answer {
    const own = (line: Line): boolean => line.campaign === id;
    const emails = this.log.emails.filter(({ campaign }) => campaign === id);
    const domains = [...new Set(emails.map(({ to }) => to.email.split('@')[1] ?? ''))];
    return {
      ...this.emailStats(id, false, currency),
      timeline: (dates: readonly string[]) =>
        dates.map((date) => {
          const where = [own, (line: Line) => line.day === date];
          const { sent, opened, clicked, unsubscribed, bounced } = this.stats(where);
          const { orders, revenue } = this.revenue(currency, ...where);
          return { ...{ date, sent, opened, clicked, unsubscribed, bounced }, orders, revenue };
        }),
      links: ['one', 'two', 'three'].map((name, link) => {
        const total = sumOf(emails, (mail) => mail.follows.filter((f) => f.link === link && !f.isMachine).length);
        const unique = emails.filter((mail) => mail.follows.some((f) => f.link === link && !f.isMachine)).length;
        const machine = sumOf(
          emails,
          (mail) =>
            mail.follows.filter((f) => f.link === link && f.isMachine).length +
            mail.machineFollows.filter((f) => f.link === link).length,
        );
        return { url: `https://shop.example/${name}`, total, unique, machine };
      }),
      domains: domains.map((domain) => {
        const where = [own, (line: Line) => line.domain === domain];
        const [sent, bounced] = [this.sum('sent', ...where), this.sum('bounced', ...where)];
        return {
          ...{ domain, sent, bounced, delivered: sent - bounced },
          complained: this.sum('complained', ...where),
          unsubscribed: this.sum('unsubscribed', ...where),
          delivery_rate: pct(sent - bounced, sent),
          bounce_rate: pct(bounced, sent),
        };
      }),
    };
  }

  funnel(steps: readonly number[], machine = false, question: Question | null = null): Answer {
    const { entries } = this.log;
    const completed = entries.filter((entry) => entry.completed !== null).length;
    const ended = entries.filter((entry) => entry.ended !== null && entry.completed === null);
    const reasons = [...new Set(ended.map((entry) => entry.ended?.reason ?? ''))];
    return {
      subscribers: {
        total_entered: entries.length,
        currently_active: entries.length - completed - ended.length,
        completed,
        completion_rate: pct(completed, entries.length),
      },
      sequence_performance: steps.map((step) => {
        const where = [(line: Line) => line.step === step, ...(question === null ? [] : [during(question)])];
        const sent = this.sum('sent', ...where);
        const [opened, clicked] = [this.opened(where, machine), this.clicked(where, machine)];
        return {
          ...{ sequence_id: step, sent, opened, clicked },
          tracked: sent,
          open_rate: pct(opened, sent),
          click_rate: pct(clicked, sent),
        };
      }),
      exits: reasons
        .map((reason) => ({ reason, total: ended.filter((entry) => entry.ended?.reason === reason).length }))
        .sort((a, b) => b.total - a.total || a.reason.localeCompare(b.reason)),
    };
  }

  private came(where: Where[], member: Where, until: (line: Line) => boolean): Answer {
    const sums = {
      new: this.sum('joined', ...where),
      unsubscribed: this.sum('became_unsubscribed', ...where),
      bounced: this.sum('became_bounced', ...where),
      complained: this.sum('became_complained', ...where),
      left: this.sum('left', ...where),
    };
    return {
      ...sums,
      net: sums.new - sums.left,
      total: this.sum('joined', member, until) - this.sum('left', member, until),
    };
  }

  growth(question: Question, groupBy: 'hour' | 'day' | 'week' | 'month'): Answer {
    const member: Where = (line) => isMember(line.person, question);
    const buckets =
      groupBy === 'hour'
        ? hoursOf(question, this.timeZone).map(({ from, to, date }) => ({
            date,
            holds: (line: Line) => line.at >= from && line.at < to,
            until: (line: Line) => line.at < to,
          }))
        : grouped(daysFrom(question.from, question.to), groupBy).map((days) => ({
            // The first day of the week or month, which may be before the period.
            date:
              groupBy === 'day'
                ? days[0]
                : day(days[0] ?? '')
                    .startOf(groupBy)
                    .toFormat('yyyy-MM-dd'),
            holds: (line: Line) => days.includes(line.day),
            until: (line: Line) => line.day <= (days.at(-1) ?? ''),
          }));
    const old = { ...question, ...before(question) };
    return {
      data: buckets.map(({ date, holds, until }) => ({ date, ...this.came([member, holds], member, until) })),
      totals: this.came(this.of(question), member, (line) => line.day <= question.to),
      previous: this.came(this.of(old), member, (line) => line.day <= old.to),
    };
  }

  private activityTotals(where: Where[], machine = false): Answer {
    return {
      sent: this.sum('sent', ...where),
      opens: this.opened(where, machine),
      clicks: this.clicked(where, machine),
      unsubscribes: this.sum('unsubscribed', ...where),
      events: this.sum('events', ...where),
      orders: this.sum('orders', ...where),
    };
  }

  activity(question: Question): Answer {
    const { machine } = question;
    const where = this.of(question);
    const isFiltered = question.lists !== undefined || question.tags !== undefined;
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    const weekdays = Array.from({ length: 7 }, (_, index) => index + 1);
    return {
      data: daysFrom(question.from, question.to).map((date) => ({
        date,
        ...this.activityTotals([...where, (line) => line.day === date], machine),
      })),
      totals: this.activityTotals(where, machine),
      previous: this.activityTotals(this.of({ ...question, ...before(question) }), machine),
      by_hour: isFiltered
        ? null
        : hours.map((hour) => ({ hour, ...this.activityTotals([...where, (line) => line.hour === hour], machine) })),
      by_weekday: weekdays.map((weekday) => ({
        weekday,
        ...this.activityTotals([...where, (line) => line.weekday === weekday], machine),
      })),
    };
  }

  revenueReport(question: Question): Answer {
    const { currency = 'EUR' } = question;
    const where = this.of(question);
    const isFiltered = question.lists !== undefined || question.tags !== undefined;
    const all = this.revenue(currency, ...where);
    const old = this.revenue(currency, ...this.of({ ...question, ...before(question) }));
    const only = (which: Where): number => this.revenue(currency, ...where, which).revenue;
    const other = currency === 'EUR' ? 'JPY' : 'EUR';
    const others = this.revenue(other, ...where);
    return {
      total_revenue: all.revenue,
      total_orders: all.orders,
      average_order_value: this.average(currency, ...where),
      refunded: all.refunded,
      currency,
      attribution: isFiltered
        ? null
        : {
            campaigns: only(({ campaign }) => campaign !== null),
            funnels: only(({ funnel }) => funnel !== null),
            unattributed: only(({ campaign, funnel }) => campaign === null && funnel === null),
          },
      timeline: daysFrom(question.from, question.to).map((date) => {
        const { revenue, orders, refunded } = this.revenue(currency, ...where, (line) => line.day === date);
        return { date, revenue, orders, refunded };
      }),
      other_currencies:
        others.orders === 0 && others.revenue === 0
          ? []
          : [{ currency: other, revenue: others.revenue, orders: others.orders }],
      previous: {
        total_revenue: old.revenue,
        total_orders: old.orders,
        growth_rate: pct(all.revenue - old.revenue, old.revenue),
      },
    };
  }

  /** The results of each campaign, best first. */
  revenueOfCampaigns(question: Partial<Question>): { rows: Answer[]; total: number; orders: number } {
    const { currency = 'EUR' } = question;
    const days = question.from === undefined ? [] : [during(question as Question)];
    const all = this.revenue(currency, ...days, ({ campaign }) => campaign !== null);
    const rows = this.campaigns
      .map(({ id, title }) => {
        const where = [...days, (line: Line) => line.campaign === id];
        const { revenue, orders } = this.revenue(currency, ...where);
        return { campaign_id: id, title, revenue, orders, average_order_value: this.average(currency, ...where) };
      })
      .filter(
        ({ campaign_id }) =>
          this.log.lines(
            (line) => line.campaign === campaign_id && line.currency === currency && days.every((each) => each(line)),
          ).length > 0,
      )
      .sort((a, b) => b.revenue - a.revenue || b.campaign_id - a.campaign_id);
    return { rows, total: all.revenue, orders: all.orders };
  }

  revenueOfContacts(question: Partial<Question>): { rows: Map<number, Answer>; total: number; orders: number } {
    const { currency = 'EUR' } = question;
    const days: Where[] = [
      ...(question.from === undefined ? [] : [during(question as Question)]),
      (line) => isMember(line.person, question),
    ];
    const rows = new Map<number, Answer>();
    for (const person of this.log.people.filter((one) => one.deleted === null)) {
      const own = this.log
        .linesOf(person)
        .filter((line) => line.currency === currency && days.every((each) => each(line)));
      if (own.length === 0) continue;
      const [revenue, orders] = [total(own, 'revenue'), total(own, 'orders')];
      rows.set(person.id, {
        ...{ revenue: decimal(revenue, currency), orders },
        average_order_value: orders === 0 ? 0 : decimal(Math.round(revenue / orders), currency),
      });
    }
    const all = this.revenue(currency, ...days);
    return { rows, total: all.revenue, orders: all.orders };
  }

  /** Groups lines by contact, without contacts that have no lines. */
  top(metric: 'engagement' | 'revenue' | 'activity', question: Partial<Question>): Map<number, Answer> {
    const { currency = 'EUR' } = question;
    const found = new Map<number, Answer>();
    const days = question.from === undefined ? [] : [during(question as Question)];
    for (const person of this.log.people) {
      if (person.deleted !== null || !isMember(person, question)) continue;
      const own = this.log.linesOf(person).filter((line) => days.every((each) => each(line)));
      const money = own.filter((line) => line.currency === currency);
      const [revenue, orders] = [decimal(total(money, 'revenue'), currency), total(money, 'orders')];
      const [opens, clicks] = [total(own, 'opened'), total(own, 'clicked')];
      const activityCount = opens + clicks + total(own, 'events') + total(own, 'orders');
      const value = metric === 'revenue' ? revenue : metric === 'activity' ? activityCount : this.score(person, days);
      const acts: readonly What[] = ['opened', 'clicked', 'events', 'orders'];
      const last = own
        .filter((line) => acts.includes(line.what))
        .map((line) => line.day)
        .sort()
        .at(-1);
      if (value > 0) found.set(person.id, { value, opens, clicks, revenue, orders, last_activity: last ?? null });
    }
    return found;
  }

  /** 0 to 100: the weight of an activity halves every 30 days. */
  score(person: Person, days: readonly Where[] = []): number {
    const points: Partial<Record<What, number>> = { opened: 1, clicked: 3, events: 2, orders: 5 };
    const score = this.log
      .linesOf(person)
      .filter((line) => days.every((each) => each(line)))
      .reduce((sum, line) => {
        const age = (day(this.today).toMillis() - day(line.day).toMillis()) / 86_400_000;
        return sum + (points[line.what] ?? 0) * line.many * 0.5 ** (age / 30);
      }, 0);
    return score <= 0 ? 0 : Math.round(100 * (1 - 0.5 ** (score / 10)));
  }

  scores(question: Partial<Question> = {}): number[] {
    return this.log.people
      .filter((person) => person.deleted === null && isMember(person, question))
      .map((person) => this.score(person))
      .sort((a, b) => a - b);
  }

  /** A list or a tag: `list 3`. */
  label(label: string, question: Question): Answer {
    const [kind, id] = label.split(' ');
    const has = (person: Person | null): boolean =>
      person !== null && person.deleted === null && (kind === 'list' ? person.lists : person.tags).has(Number(id));
    const where = [during(question), (line: Line) => has(line.person)];
    const { currency = 'EUR' } = question;
    const members = this.log.people.filter(has);
    const own = [during(question), (line: Line) => line.label === label];
    const [added, removed] = [this.sum('added', ...own), this.sum('removed', ...own)];
    const sent = this.sum('sent', ...where);
    return {
      id: Number(id),
      totalCount: members.length,
      subscribersCount: members.filter(({ status }) => status === 'subscribed').length,
      ...{ new: added, lost: removed, net_growth: added - removed, sent },
      tracked: sent,
      open_rate: pct(this.opened(where, question.machine), sent),
      click_rate: pct(this.clicked(where, question.machine), sent),
      revenue: this.revenue(currency, ...where).revenue,
    };
  }

  growthOfLabel(label: string, question: Question): Answer[] {
    return daysFrom(question.from, question.to).map((date) => {
      const own = [(line: Line) => line.day === date, (line: Line) => line.label === label];
      const [added, removed] = [this.sum('added', ...own), this.sum('removed', ...own)];
      return { date, added, removed, net: added - removed };
    });
  }

  /** All pairs of groups with the number of shared contacts, and their share of the contacts in either. */
  overlaps(groupsOf: (person: Person) => readonly string[], keys: readonly string[]): Answer[] {
    const people = this.log.people.filter(({ deleted }) => deleted === null);
    const members = new Map(keys.map((key) => [key, people.filter((person) => groupsOf(person).includes(key))]));
    return keys.flatMap((one, index) =>
      keys.slice(index + 1).flatMap((other) => {
        const [first, second] = [members.get(one) ?? [], members.get(other) ?? []];
        const inSecond = new Set(second);
        const size = first.filter((person) => inSecond.has(person)).length;
        const either = first.length + second.length - size;
        return size === 0 ? [] : [{ keys: [one, other].map(Number), size, share: pct(size, either) }];
      }),
    );
  }

  /** Groups of contacts by any criterion; a contact may be in several groups or in none. */
  segments(groupsOf: (person: Person) => readonly (string | null)[], question: Question): Map<string | null, Answer> {
    const { currency = 'EUR' } = question;
    const people = this.log.people.filter(({ deleted }) => deleted === null);
    const keys = new Set(people.flatMap(groupsOf));
    const found = new Map<string | null, Answer>();
    for (const key of keys) {
      const members = new Set(people.filter((person) => groupsOf(person).includes(key)));
      const where = [during(question), (line: Line) => line.person !== null && members.has(line.person)];
      const sent = this.sum('sent', ...where);
      found.set(key, {
        size: members.size,
        share: pct(members.size, people.length),
        tracked: sent,
        open_rate: pct(this.opened(where, question.machine), sent),
        click_rate: pct(this.clicked(where, question.machine), sent),
        unsubscribe_rate: pct(this.sum('unsubscribed', ...where), sent),
        revenue: this.revenue(currency, ...where).revenue,
      });
    }
    return found;
  }

  /** The denominator of a rate: only delivered emails can cause complaints. */
  private failureRate(what: FailureKind, where: Where[]): number {
    const lost = this.sum(what, ...where);
    const sent = this.sum('sent', ...where);
    return pct(lost, what === 'complained' ? Math.max(0, sent - this.sum('bounced', ...where)) : sent);
  }

  private loss(what: FailureKind, where: Where[], isFiltered: boolean): Answer {
    const count = (each: What): number => this.sum(each, ...where);
    const [sent, lost] = [count('sent'), count(what)];
    const rate = this.failureRate(what, where);
    if (what === 'bounced') {
      const kinds = isFiltered ? { hard: null, soft: null } : { hard: count('hard'), soft: count('soft') };
      return { totals: { sent, bounced: lost, ...kinds }, rates: { bounce_rate: rate } };
    }
    if (what === 'complained')
      return {
        totals: { sent, delivered: Math.max(0, sent - count('bounced')), complained: lost },
        rates: { complaint_rate: rate },
      };
    return {
      totals: { sent, unsubscribed: count('became_unsubscribed'), through_mails: lost },
      rates: { unsubscribe_rate: rate },
    };
  }

  /** Bounces, complaints, and opt-outs; sources and reasons in any order. */
  deliverability(what: FailureKind, question: Question): Answer {
    const where = this.of(question);
    const isFiltered = question.lists !== undefined || question.tags !== undefined;
    const lost = this.log.lines((line) => where.every((each) => each(line)), what);
    const rate = { bounced: 'bounce_rate', complained: 'complaint_rate', unsubscribed: 'unsubscribe_rate' }[what];
    const place = (own: Where): Answer => ({
      count: this.sum(what, ...where, own),
      rate: this.failureRate(what, [...where, own]),
    });
    const reasons = <Key>(keyOf: (line: Line) => Key): { reason: Key; total: number; share: number }[] =>
      [...new Set(lost.map(keyOf))].map((reason) => {
        const total = lost.filter((line) => keyOf(line) === reason).length;
        return { reason, total, share: pct(total, lost.length) };
      });
    const old = { ...question, ...before(question) };
    const shown = this.campaigns.filter(({ id }) => lost.some(({ campaign }) => campaign === id));
    const ofCampaigns = shown.map(({ id, title }) => ({
      ...{ campaign_id: id, title },
      ...place((line) => line.campaign === id),
    }));
    const rest: Answer = {
      ...{ campaign_id: null, title: 'Funnels and all others' },
      ...place((line) => !shown.some(({ id }) => id === line.campaign)),
    };
    return {
      ...this.loss(what, where, isFiltered),
      previous: this.loss(what, this.of(old), isFiltered),
      timeline: daysFrom(question.from, question.to).map((date) => {
        const own = [...where, (line: Line) => line.day === date];
        const day = this.sum(what, ...own);
        const shown = what === 'unsubscribed' ? { through_mails: day } : { [what]: day };
        return { date, ...shown, [rate]: this.failureRate(what, own) };
      }),
      by_domain: isFiltered
        ? null
        : [...new Set(lost.map((line) => line.domain))].map((domain) => ({
            domain,
            ...place((line) => line.domain === domain),
          })),
      by_campaign: isFiltered ? null : [...ofCampaigns, ...(rest['count'] === 0 ? [] : [rest])],
      by_reason: isFiltered ? null : reasons((line) => line.reason),
      ...(what === 'unsubscribed' ? { by_method: isFiltered ? null : reasons((line) => line.mail?.left?.method) } : {}),
    };
  }

  total(what: What, question: Question, ...where: Where[]): number {
    return this.sum(what, ...this.of(question), ...where);
  }

  /** The results of each variant of an A/B test. */
  variant(campaign: number, key: string): Answer {
    const own = (mail: Mail | null): boolean => mail !== null && mail.campaign === campaign && mail.variant === key;
    const where = [(line: Line) => own(line.mail)];
    const { sent, opened, clicked, tracked, open_rate, click_rate } = this.stats(where);
    return { key, sent, opened, clicked, tracked, open_rate, click_rate };
  }
}

function sumOf<Item>(items: readonly Item[], many: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + many(item), 0);
}

/** The sum of an activity in these lines. */
function total(lines: readonly Line[], what: What): number {
  return sumOf(lines, (line) => (line.what === what ? line.many : 0));
}

function grouped(days: readonly string[], by: 'day' | 'week' | 'month'): string[][] {
  const groups: string[][] = [];
  for (const each of days) {
    const at = day(each);
    const begins = by === 'day' || (by === 'week' ? at.weekday === 1 : at.day === 1);
    if (begins || groups.length === 0) groups.push([each]);
    else groups.at(-1)?.push(each);
  }
  return groups;
}

/** The hours of local days, each once: the repeated hour at the end of daylight saving time counts as two. */
function hoursOf({ from, to }: Question, zone: string): { from: Date; to: Date; date: string }[] {
  const hours: { from: Date; to: Date; date: string }[] = [];
  const end = DateTime.fromISO(to, { zone }).plus({ days: 1 });
  for (let at = DateTime.fromISO(from, { zone }); at < end; at = at.plus({ hours: 1 }))
    hours.push({
      from: at.toJSDate(),
      to: at.plus({ hours: 1 }).toJSDate(),
      date: at.toISO({ suppressMilliseconds: true }) ?? '',
    });
  return hours;
}
