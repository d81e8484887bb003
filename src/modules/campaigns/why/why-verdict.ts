import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import type { EmailState } from '../../../events/email-state.js';
import type { WhyCheckResponse, WhyResponse } from './dto/why.shapes.js';
import { FREQUENCY_CAP } from '../../sending/ledger/frequency-cap.service.js';
import { UNTIL_RELEASED } from '../../sending/ledger/held-emails.service.js';
import type { CampaignStatus } from '../../../events/campaign-state.js';

type Why = Omit<WhyResponse, 'email'>;

export interface WhyFacts {
  readonly campaign: {
    readonly status: CampaignStatus;
    readonly hasBegun: boolean;
    /** Whether all recipients are enrolled; until then, the contact id up to which they are. */
    readonly isEnrolled: boolean;
    readonly position: number;
  };
  readonly asked: string;
  readonly contact: {
    readonly id: number;
    readonly status: string;
    readonly createdAt: Date;
    /** End of the contact's pause; null unless it is in the future. */
    readonly pausedUntil: Date | null;
  } | null;
  /** Which rows match the contact now, in words, or why none does. */
  readonly matched: { readonly holds: boolean; readonly detail: string };
  /** What excludes the contact now, in words. */
  readonly excludedBy: readonly string[];
  readonly isSuppressed: boolean;
  readonly mail: WhyEmail | null;
}

/** Of a past email, only the state, the moment, and the reactions are known. */
export interface WhyEmail {
  readonly state: EmailState;
  readonly reason: string | null;
  readonly attempts: number | null;
  readonly created_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly settled_at: Date | null;
  readonly first_human_open_at: Date | null;
  readonly first_human_click_at: Date | null;
  readonly opened: 0 | 1;
  readonly clicked: 0 | 1;
}

const at = (moment: Date | null): string => (moment === null ? 'at an unknown time' : `at ${sqlTimestamp(moment)} UTC`);

export function explain(facts: WhyFacts): Why {
  const { contact, mail, asked } = facts;
  if (contact === null && mail === null)
    return {
      verdict: 'unknown_contact',
      explanation: `Contact ${asked} does not exist, and this campaign has no email to it.`,
      checks: [{ check: 'known', passed: false, detail: `Contact ${asked} does not exist.` }],
    };
  const about = contact === null ? [GONE] : checksOf(facts, contact);
  const checks = [...about, snapshotCheck(facts), ...(mail === null ? [] : emailChecks(mail))];
  return { ...(mail === null ? withoutEmail(facts, checks) : withEmail(facts, mail)), checks };
}

const check = (
  name: WhyCheckResponse['check'],
  passed: boolean,
  ifPassed: string,
  ifNot: string,
): WhyCheckResponse => ({
  check: name,
  passed,
  detail: passed ? ifPassed : ifNot,
});

const GONE: WhyCheckResponse = { check: 'known', passed: false, detail: 'The contact was deleted.' };

function checksOf(facts: WhyFacts, { id, status, createdAt, pausedUntil }: NonNullable<WhyFacts['contact']>) {
  const { matched, excludedBy, isSuppressed } = facts;
  const paused = pausedUntil && `The contact paused emails until ${sqlTimestamp(pausedUntil)} UTC.`;
  const only = `The contact is ${status}; only subscribed contacts receive campaigns.`;
  const suppressed = 'The address or its domain is suppressed.';
  return [
    check('known', true, `Contact ${id}, created ${at(createdAt)}.`, ''),
    check('matched', matched.holds, matched.detail, matched.detail),
    check(
      'not_excluded',
      excludedBy.length === 0,
      'No exclusion matches the contact.',
      `Excluded by ${excludedBy.join('; ')}.`,
    ),
    check('subscribed', status === 'subscribed', `The contact is ${status}.`, only),
    check('not_paused', paused === null, 'The contact has not paused emails.', paused ?? ''),
    check('not_suppressed', !isSuppressed, 'Neither address nor domain is suppressed.', suppressed),
  ];
}

function snapshotCheck({ campaign, contact, mail }: WhyFacts): WhyCheckResponse {
  const missing = !campaign.hasBegun
    ? 'The campaign has not started; recipients are enrolled when it starts.'
    : isPending({ campaign, contact })
      ? 'The recipients are being enrolled.'
      : 'Not enrolled when the campaign started.';
  return check('enrolled', mail !== null, `Enrolled as a recipient ${at(mail?.created_at ?? null)}.`, missing);
}

function emailChecks(mail: WhyEmail): WhyCheckResponse[] {
  const isSent = mail.state === 'sent' || mail.state === 'complained';
  const tries = mail.attempts === 1 ? '1 attempt' : `${mail.attempts ?? 'an unknown number of'} attempts`;
  const next = waitsForWinner(mail)
    ? '; it waits for the winner of the A/B test'
    : mail.next_attempt_at === null
      ? ''
      : `; next attempt at ${sqlTimestamp(mail.next_attempt_at)} UTC`;
  const accepted = `Accepted by the mail server ${at(mail.settled_at)} after ${tries}.`;
  const sent = check('sent', isSent, accepted, `The email is ${mail.state} after ${tries}${reasonOf(mail)}${next}.`);
  const seen = (name: 'opened' | 'clicked', moment: Date | null): WhyCheckResponse =>
    check(name, mail[name] === 1, `First ${name} by a person ${at(moment)}.`, `Not ${name} by a person.`);
  return isSent ? [sent, seen('opened', mail.first_human_open_at), seen('clicked', mail.first_human_click_at)] : [sent];
}

const waitsForWinner = ({ next_attempt_at: next }: WhyEmail): boolean => next !== null && next >= UNTIL_RELEASED;

function reasonOf({ reason }: WhyEmail): string {
  if (reason === FREQUENCY_CAP) return ': the contact had as many emails as FREQUENCY_CAP allows';
  return reason === null ? '' : `: ${reason}`;
}

type Finding = Pick<Why, 'verdict' | 'explanation'>;
const finding = (verdict: Why['verdict'], explanation: string): Finding => ({ verdict, explanation });

function withEmail(facts: WhyFacts, mail: WhyEmail): Finding {
  switch (mail.state) {
    case 'sent':
      return finding('got_it', `The email was accepted ${at(mail.settled_at)}.`);
    case 'complained':
      return finding('got_it', `The email was accepted ${at(mail.settled_at)}, and the recipient reported it as spam.`);
    case 'unknown':
      return finding(
        'unknown',
        'The connection broke before the mail server replied; a manager must decide whether the email arrived.',
      );
    case 'bounced':
    case 'failed':
    case 'skipped':
    case 'cancelled':
      return finding('did_not_get_it', `The email was ${mail.state}${reasonOf(mail)}.`);
    case 'pending':
    case 'sending':
    case 'deferred':
      return stillToLeave(facts, mail);
  }
}

function stillToLeave({ campaign, contact, isSuppressed }: WhyFacts, mail: WhyEmail): Finding {
  if (contact?.status !== 'subscribed' || contact.pausedUntil !== null || isSuppressed)
    return finding('did_not_get_it', 'The email was not sent yet and will be skipped: see the failed checks.');
  if (campaign.status === 'paused') return finding('will_get_it', 'The email waits until the campaign is resumed.');
  if (waitsForWinner(mail)) return finding('will_get_it', 'The email waits for the winner of the A/B test.');
  if (mail.state === 'deferred')
    return finding('will_get_it', 'The mail server deferred the email; it will be retried.');
  return finding('will_get_it', 'The email is in the queue.');
}

function withoutEmail(facts: WhyFacts, checks: readonly WhyCheckResponse[]): Finding {
  const { campaign } = facts;
  const failed = checks.filter(({ check, passed }) => !passed && check !== 'enrolled');
  const [first] = failed;
  const isOver = campaign.status === 'archived' || (campaign.hasBegun && !isPending(facts));
  if (first !== undefined)
    return finding(
      'did_not_get_it',
      `The contact ${isOver ? 'did' : 'will'} not receive the campaign: ${first.detail}`,
    );
  if (!campaign.hasBegun && campaign.status !== 'archived')
    return finding('would_get_it', 'The contact would get the email if the campaign started now.');
  if (!isOver) return finding('will_get_it', 'The contact matches, and the recipients are being enrolled.');
  return finding(
    'did_not_get_it',
    campaign.hasBegun
      ? 'The contact matches now, but did not when the recipients were enrolled: it was added or changed later.'
      : 'The campaign was archived before it was sent.',
  );
}

function isPending({ campaign, contact }: Pick<WhyFacts, 'campaign' | 'contact'>): boolean {
  return campaign.hasBegun && !campaign.isEnrolled && contact !== null && contact.id > campaign.position;
}
