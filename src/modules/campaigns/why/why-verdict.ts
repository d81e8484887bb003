import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import type { EmailState } from '../../../events/email-state.js';
import { UNTIL_RELEASED } from '../../sending/held-mails.service.js';
import type { CampaignStatus } from '../campaign-status.js';

/** `unknown`: the line broke at a moment at which nobody can tell whether the mail arrived, and a person is to decide. */
export const WHY_VERDICTS = [
  'got_it',
  'will_get_it',
  'did_not_get_it',
  'would_get_it',
  'unknown_contact',
  'unknown',
] as const;
export type WhyVerdict = (typeof WHY_VERDICTS)[number];

export interface WhyCheck {
  readonly check: string;
  readonly passed: boolean;
  readonly detail: string;
}

export interface Why {
  readonly verdict: WhyVerdict;
  readonly explanation: string;
  readonly checks: readonly WhyCheck[];
}

/** All that is known about one contact and one campaign. */
export interface WhyFacts {
  readonly campaign: {
    readonly status: CampaignStatus;
    readonly hasBegun: boolean;
    /** Whether all recipients are written down; until then, up to which contact. */
    readonly isEnrolled: boolean;
    readonly position: number;
  };
  /** What was asked for. */
  readonly asked: string;
  readonly contact: {
    readonly id: number;
    readonly status: string;
    readonly createdAt: Date;
    /** Wants no mails till then; null unless that is still to come. */
    readonly pausedUntil: Date | null;
  } | null;
  /** Which rows mean the contact now, in words; or why none does. */
  readonly matched: { readonly holds: boolean; readonly detail: string };
  /** What leaves the contact out now, in words. */
  readonly excludedBy: readonly string[];
  readonly isSuppressed: boolean;
  readonly mail: WhyMail | null;
}

export interface WhyMail {
  readonly state: EmailState;
  readonly reason: string | null;
  readonly attempts: number;
  readonly created_at: Date;
  readonly next_attempt_at: Date | null;
  readonly settled_at: Date | null;
  readonly first_human_open_at: Date | null;
  readonly first_human_click_at: Date | null;
}

const at = (moment: Date | null): string => (moment === null ? 'at an unknown time' : `at ${sqlTimestamp(moment)} UTC`);

/** Everything that had to be true, in the order in which it is asked, and what follows from it. */
export function explain(facts: WhyFacts): Why {
  const { contact, mail, asked } = facts;
  if (contact === null && mail === null)
    return {
      verdict: 'unknown_contact',
      explanation: `There is no contact ${asked}, and this campaign has no mail to one.`,
      checks: [{ check: 'known', passed: false, detail: `There is no contact ${asked}.` }],
    };
  const about = contact === null ? [GONE] : checksOf(facts, contact);
  const checks = [...about, ...snapshotCheck(facts), ...(mail === null ? [] : mailChecks(mail))];
  return { ...(mail === null ? withoutMail(facts, checks) : withMail(facts, mail)), checks };
}

const GONE: WhyCheck = { check: 'known', passed: false, detail: 'The contact has been deleted since.' };

function checksOf(facts: WhyFacts, contact: NonNullable<WhyFacts['contact']>): WhyCheck[] {
  const { matched, excludedBy, isSuppressed } = facts;
  return [
    { check: 'known', passed: true, detail: `It is contact ${contact.id}, created ${at(contact.createdAt)}.` },
    { check: 'matched', passed: matched.holds, detail: matched.detail },
    {
      check: 'not_excluded',
      passed: excludedBy.length === 0,
      detail: excludedBy.length === 0 ? 'No exclusion holds.' : `Left out by ${excludedBy.join('; ')}.`,
    },
    {
      check: 'subscribed',
      passed: contact.status === 'subscribed',
      detail: `The contact is ${contact.status}${contact.status === 'subscribed' ? '' : '; only subscribed ones are mailed'}.`,
    },
    {
      check: 'not_paused',
      passed: contact.pausedUntil === null,
      detail:
        contact.pausedUntil === null
          ? 'The contact has not asked for a pause.'
          : `The contact wants no mails before ${sqlTimestamp(contact.pausedUntil)} UTC.`,
    },
    {
      check: 'not_suppressed',
      passed: !isSuppressed,
      detail: isSuppressed ? 'The address or its domain is suppressed.' : 'Neither address nor domain is suppressed.',
    },
  ];
}

function snapshotCheck({ campaign, contact, mail }: WhyFacts): WhyCheck[] {
  const check = 'enrolled';
  if (mail !== null) return [{ check, passed: true, detail: `Written down as a recipient ${at(mail.created_at)}.` }];
  if (!campaign.hasBegun)
    return [{ check, passed: false, detail: 'The campaign has not begun; recipients are written down when it does.' }];
  if (isStillToCome({ campaign, contact }))
    return [{ check, passed: false, detail: 'The recipients are being written down at the moment.' }];
  return [{ check, passed: false, detail: 'Not among the recipients that were written down when the campaign began.' }];
}

function mailChecks(mail: WhyMail): WhyCheck[] {
  const isSent = mail.state === 'sent' || mail.state === 'complained';
  const tries = mail.attempts === 1 ? '1 attempt' : `${mail.attempts} attempts`;
  const reason = mail.reason === null ? '' : `, because of: ${mail.reason}`;
  const next = waitsForWinner(mail)
    ? '; it waits for the winner of the A/B test'
    : mail.next_attempt_at === null
      ? ''
      : `; not before ${sqlTimestamp(mail.next_attempt_at)} UTC`;
  const checks: WhyCheck[] = [
    {
      check: 'sent',
      passed: isSent,
      detail: isSent
        ? `Accepted by the mail server ${at(mail.settled_at)} after ${tries}.`
        : `The mail is ${mail.state} after ${tries}${reason}${next}.`,
    },
  ];
  if (isSent)
    for (const [check, moment] of [
      ['opened', mail.first_human_open_at],
      ['clicked', mail.first_human_click_at],
    ] as const)
      checks.push({
        check,
        passed: moment !== null,
        detail: moment === null ? `Not ${check} by a person.` : `First ${check} by a person ${at(moment)}.`,
      });
  return checks;
}

const waitsForWinner = ({ next_attempt_at: next }: WhyMail): boolean => next !== null && next >= UNTIL_RELEASED;

type Finding = Pick<Why, 'verdict' | 'explanation'>;

function withMail({ campaign, contact, isSuppressed }: WhyFacts, mail: WhyMail): Finding {
  switch (mail.state) {
    case 'sent':
      return { verdict: 'got_it', explanation: `The mail was accepted ${at(mail.settled_at)}.` };
    case 'complained':
      return {
        verdict: 'got_it',
        explanation: `The mail was accepted ${at(mail.settled_at)}, and its reader reported it as spam.`,
      };
    case 'unknown':
      return {
        verdict: 'unknown',
        explanation:
          'The line broke before the mail server had answered; whether the mail arrived is for a person to say.',
      };
    case 'bounced':
    case 'failed':
    case 'skipped':
    case 'cancelled':
      return {
        verdict: 'did_not_get_it',
        explanation: `The mail was ${mail.state}${mail.reason === null ? '' : `: ${mail.reason}`}.`,
      };
    case 'pending':
    case 'sending':
    case 'deferred':
      if (contact?.status !== 'subscribed' || contact.pausedUntil !== null || isSuppressed)
        return {
          verdict: 'did_not_get_it',
          explanation: 'The mail has not left, and will be skipped: see the checks that failed.',
        };
      if (campaign.status === 'paused')
        return { verdict: 'will_get_it', explanation: 'The mail waits until the campaign is resumed.' };
      if (waitsForWinner(mail))
        return { verdict: 'will_get_it', explanation: 'The mail waits for the winner of the A/B test.' };
      return {
        verdict: 'will_get_it',
        explanation:
          mail.state === 'deferred'
            ? 'The mail server put the mail off; it will be tried again.'
            : 'The mail has its place in the queue.',
      };
  }
}

function withoutMail(facts: WhyFacts, checks: readonly WhyCheck[]): Finding {
  const { campaign } = facts;
  const failed = checks.filter(({ check, passed }) => !passed && check !== 'enrolled');
  const [first] = failed;
  const isOver = campaign.status === 'archived' || (campaign.hasBegun && !isStillToCome(facts));
  if (first !== undefined)
    return {
      verdict: 'did_not_get_it',
      explanation: `${isOver ? 'No mail was meant for this contact' : 'No mail is meant for this contact'}: ${first.detail}`,
    };
  if (!campaign.hasBegun && campaign.status !== 'archived')
    return { verdict: 'would_get_it', explanation: 'The contact would get the mail if the campaign began now.' };
  if (!isOver)
    return { verdict: 'will_get_it', explanation: 'The contact is meant, and the recipients are being written down.' };
  return {
    verdict: 'did_not_get_it',
    explanation: campaign.hasBegun
      ? 'The contact is meant now, and was not when the recipients were written down: it joined, or was changed, later.'
      : 'The campaign was put away before it was sent.',
  };
}

function isStillToCome({ campaign, contact }: Pick<WhyFacts, 'campaign' | 'contact'>): boolean {
  return campaign.hasBegun && !campaign.isEnrolled && contact !== null && contact.id > campaign.position;
}
