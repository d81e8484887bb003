/** The activity of the month, recorded as it happens. Independent of how the product counts. */

export type Status = 'subscribed' | 'unsubscribed' | 'pending' | 'bounced' | 'complained';

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly country: string | null;
  type: string;
  status: Status;
  readonly lists: Set<number>;
  readonly tags: Set<number>;
  readonly created: { readonly at: Date; readonly status: Status };
  readonly changes: { readonly at: Date; readonly from: Status; readonly to: Status }[];
  deleted: { readonly at: Date; readonly status: Status } | null;
}

export interface Mail {
  readonly number: number;
  readonly to: Person;
  readonly subject: string;
  readonly campaign: number | null;
  readonly funnel: number | null;
  readonly step: number | null;
  variant: string | null;
  readonly at: Date;
  /** Paths of the public links; empty for a refused email. */
  readonly open: string;
  readonly clicks: readonly string[];
  readonly optOut: string;
  readonly messageId: string;
  /** Recipient activity in chronological order. */
  readonly opens: Date[];
  readonly follows: { readonly at: Date; readonly link: number; isMachine: boolean }[];
  readonly machineOpens: Date[];
  readonly machineFollows: { readonly at: Date; readonly link: number | null }[];
  bounce: { readonly at: Date; readonly type: 'hard' | 'soft'; readonly code: string; readonly source: string } | null;
  complaint: { readonly at: Date; readonly source: string } | null;
  left: { readonly at: Date; readonly method: string; readonly reason: string | null } | null;
}

export interface Order {
  readonly id: number;
  readonly externalId: string;
  readonly by: Person;
  readonly currency: string;
  /** In the smallest currency unit. */
  readonly total: number;
  status: 'pending' | 'completed' | 'cancelled' | 'refunded';
  readonly orderedAt: Date;
  readonly refunds: { readonly amount: number; readonly at: Date; readonly isWithoutContact: boolean }[];
}

export interface Entry {
  readonly person: Person;
  readonly funnel: number;
  readonly at: Date;
  completed: Date | null;
  ended: { readonly at: Date; readonly reason: string } | null;
}

export type What =
  | 'sent'
  | 'bounced'
  | 'hard'
  | 'soft'
  | 'complained'
  | 'opened'
  | 'clicked'
  | 'unsubscribed'
  | 'machine_opens'
  | 'machine_clicks'
  | 'created'
  | 'joined'
  | 'left'
  | 'became_unsubscribed'
  | 'became_bounced'
  | 'became_complained'
  | 'events'
  | 'orders'
  | 'revenue'
  | 'refunded'
  | 'added'
  | 'removed';

/** One line of the log: an activity, its time, and the objects that it belongs to. */
export interface Line {
  readonly what: What;
  readonly many: number;
  readonly at: Date;
  readonly day: string;
  readonly hour: number;
  readonly weekday: number;
  readonly person: Person | null;
  readonly mail: Mail | null;
  readonly campaign: number | null;
  readonly step: number | null;
  readonly funnel: number | null;
  readonly domain: string | null;
  readonly currency: string | null;
  readonly label: string | null;
  readonly reason: string | null;
}

const DAY_MS = 86_400_000;

export class ActivityLog {
  readonly people: Person[] = [];
  readonly emails: Mail[] = [];
  readonly orders: Order[] = [];
  readonly entries: Entry[] = [];
  readonly activities: { readonly person: Person; readonly at: Date }[] = [];
  readonly memberships: {
    readonly label: string;
    readonly person: Person;
    readonly at: Date;
    readonly isAdded: boolean;
  }[] = [];
  private written: readonly Line[] | null = null;
  private readonly byWhat = new Map<What, Line[]>();
  private readonly byPerson = new Map<Person | null, Line[]>();
  private readonly clock: Intl.DateTimeFormat;

  constructor(
    timeZone: string,
    private readonly windowDays = 5,
  ) {
    this.clock = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
    });
  }

  /** The local day, hour, and weekday (Monday is 1). */
  wall(at: Date): { readonly day: string; readonly hour: number; readonly weekday: number } {
    const shown = Object.fromEntries(this.clock.formatToParts(at).map(({ type, value }) => [type, value]));
    const day = `${shown['year'] ?? ''}-${shown['month'] ?? ''}-${shown['day'] ?? ''}`;
    return { day, hour: Number(shown['hour']), weekday: new Date(`${day}T00:00:00Z`).getUTCDay() || 7 };
  }

  /** Builds the lines; later activity is not included. */
  close(): readonly Line[] {
    this.written = [
      ...this.people.flatMap((person) => this.linesOfPerson(person)),
      ...this.emails.flatMap((mail) => this.linesOfMail(mail)),
      ...this.orders.flatMap((order) => this.linesOfOrder(order)),
      ...this.activities.map(({ person, at }) => this.line('events', at, { person })),
      ...this.memberships.map(({ label, person, at, isAdded }) =>
        this.line(isAdded ? 'added' : 'removed', at, { label, person }),
      ),
    ];
    this.byWhat.clear();
    this.byPerson.clear();
    for (const line of this.written) {
      file(this.byWhat, line.what, line);
      file(this.byPerson, line.person, line);
    }
    return this.written;
  }

  /** The sum of an activity. */
  sum(what: What, where: (line: Line) => boolean = () => true): number {
    return this.lines(where, what).reduce((sum, { many }) => sum + many, 0);
  }

  lines(where: (line: Line) => boolean = () => true, what?: What): Line[] {
    const all = this.written ?? this.close();
    return (what === undefined ? all : (this.byWhat.get(what) ?? [])).filter(where);
  }

  /** The activity of a contact. */
  linesOf(person: Person): readonly Line[] {
    if (this.written === null) this.close();
    return this.byPerson.get(person) ?? [];
  }

  /** The email of the last click by the contact before an order, within the attribution window. */
  touchOf({ by, orderedAt }: Order): Mail | null {
    const clicks = this.emails
      .filter(({ to }) => to === by)
      .flatMap((mail) => mail.follows.filter(({ isMachine }) => !isMachine).map(({ at }) => ({ at, mail })))
      .filter(({ at }) => at <= orderedAt && orderedAt.getTime() - at.getTime() <= this.windowDays * DAY_MS)
      .sort((a, b) => b.at.getTime() - a.at.getTime());
    return clicks[0]?.mail ?? null;
  }

  private line(what: What, at: Date, whose: Partial<Line> = {}, many = 1): Line {
    const unassigned = { person: null, mail: null, campaign: null, step: null, funnel: null, domain: null };
    return { ...unassigned, currency: null, label: null, reason: null, ...whose, what, many, at, ...this.wall(at) };
  }

  private linesOfPerson(person: Person): Line[] {
    const { created, changes, deleted } = person;
    const line = (what: What, at: Date): Line => this.line(what, at, { person });
    return [
      line('created', created.at),
      ...(created.status === 'subscribed' ? [line('joined', created.at)] : []),
      ...changes.flatMap(({ at, from, to }) => [
        ...(to === 'subscribed' ? [line('joined', at)] : []),
        ...(from === 'subscribed' ? [line('left', at)] : []),
        ...(to === 'unsubscribed' || to === 'bounced' || to === 'complained' ? [line(`became_${to}`, at)] : []),
      ]),
      ...(deleted?.status === 'subscribed' ? [line('left', deleted.at)] : []),
    ];
  }

  private linesOfMail(mail: Mail): Line[] {
    const { to: person, campaign, step, funnel } = mail;
    const domain = person.email.split('@')[1] ?? '';
    const line = (what: What, at: Date, reason: string | null = null): Line =>
      this.line(what, at, { person, mail, campaign, step, funnel, domain, reason });
    const firstFollow = mail.follows.find(({ isMachine }) => !isMachine);
    return [
      line('sent', mail.at),
      ...(mail.bounce
        ? [line('bounced', mail.bounce.at, mail.bounce.code), line(mail.bounce.type, mail.bounce.at, mail.bounce.code)]
        : []),
      ...(mail.complaint ? [line('complained', mail.complaint.at, mail.complaint.source)] : []),
      ...(mail.left ? [line('unsubscribed', mail.left.at, mail.left.reason)] : []),
      ...mail.opens.slice(0, 1).map((at) => line('opened', at)),
      ...(firstFollow ? [line('clicked', firstFollow.at)] : []),
      ...mail.machineOpens.map((at) => line('machine_opens', at)),
      ...mail.machineFollows.map(({ at }) => line('machine_clicks', at)),
      ...mail.follows.filter(({ isMachine }) => isMachine).map(({ at }) => line('machine_clicks', at)),
    ];
  }

  private linesOfOrder(order: Order): Line[] {
    const { by: person, currency, orderedAt, status } = order;
    if (status === 'pending' || status === 'cancelled') return [];
    const mail = this.touchOf(order);
    const { campaign = null, step = null, funnel = null } = mail ?? {};
    const whose = { person, mail, campaign, step, funnel, currency };
    return [
      this.line('orders', orderedAt, whose),
      this.line('revenue', orderedAt, whose, order.total),
      ...order.refunds.flatMap(({ amount, at, isWithoutContact }) => [
        this.line('revenue', at, { ...whose, ...(isWithoutContact ? { person: null } : {}) }, -amount),
        this.line('refunded', at, { ...whose, ...(isWithoutContact ? { person: null } : {}) }, amount),
      ]),
    ];
  }
}

function file<Key>(files: Map<Key, Line[]>, key: Key, line: Line): void {
  const same = files.get(key);
  if (same) same.push(line);
  else files.set(key, [line]);
}
