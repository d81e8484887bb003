import {
  CAMPAIGN_OPERATIONS,
  CAMPAIGN_STATUSES,
  CAMPAIGN_TRANSITIONS,
  type CampaignTransition,
} from '../../../events/campaign-state.js';
import { type CampaignOperation, isAllowed, refusalOf, transition } from './campaign-status.js';

/** Every operation with every state: `+` allowed, `-` refused. */
const TABLE: readonly (readonly [operation: CampaignOperation, ...allowed: string[]])[] = [
  //             draft scheduled working sent paused archived
  ['schedule', '+', '-', '-', '-', '-', '-'],
  ['unschedule', '-', '+', '-', '-', '-', '-'],
  ['send', '+', '+', '-', '-', '-', '-'],
  ['pause', '-', '-', '+', '-', '-', '-'],
  ['resume', '-', '-', '-', '-', '+', '-'],
  ['cancel', '-', '-', '+', '-', '+', '-'],
  ['archive', '+', '-', '-', '+', '-', '-'],
  ['unarchive', '-', '-', '-', '-', '-', '+'],
  ['finish', '-', '-', '+', '-', '-', '-'],
  ['hold', '-', '+', '-', '-', '-', '-'],
  ['reopen', '-', '-', '-', '+', '-', '-'],
  ['update', '+', '+', '-', '-', '-', '-'],
  ['delete', '+', '+', '-', '+', '+', '+'],
  ['settle', '-', '-', '+', '+', '+', '+'],
  ['repeat', '-', '-', '+', '+', '+', '-'],
  ['resend', '-', '-', '-', '+', '+', '+'],
];

const CELLS = TABLE.flatMap(([operation, ...allowed]) =>
  CAMPAIGN_STATUSES.map((status, index) => [operation, status, allowed[index] === '+'] as const),
);

describe('the states of a campaign', () => {
  it.each(CELLS)('%s in state %s: allowed %s', (operation, status, allowed) => {
    expect(isAllowed(operation, status)).toBe(allowed);
  });

  it('are complete in the table', () => {
    expect(TABLE.map(([operation]) => operation).sort()).toEqual(
      [...Object.keys(CAMPAIGN_TRANSITIONS), ...Object.keys(CAMPAIGN_OPERATIONS)].sort(),
    );
  });

  it('have the specified target states', () => {
    const targets = (Object.keys(CAMPAIGN_TRANSITIONS) as CampaignTransition[]).map(
      (event) => `${event} -> ${CAMPAIGN_TRANSITIONS[event].to}`,
    );
    expect(targets).toEqual([
      'schedule -> scheduled',
      'unschedule -> draft',
      'send -> working',
      'pause -> paused',
      'resume -> working',
      'cancel -> archived',
      'archive -> archived',
      'unarchive -> before',
      'finish -> sent',
      'hold -> paused',
      'reopen -> working',
    ]);
  });

  it('change along the table only, and unarchiving restores the previous state', () => {
    const campaign = { status: 'sent', archivedFrom: null } as Parameters<typeof transition>[0];
    transition(campaign, 'archive');
    expect(campaign).toEqual({ status: 'archived', archivedFrom: 'sent' });
    expect(() => {
      transition(campaign, 'finish');
    }).toThrow('campaign with status archived has no transition finish');
    transition(campaign, 'unarchive');
    expect(campaign).toEqual({ status: 'sent', archivedFrom: null });
    transition(campaign, 'reopen');
    transition(campaign, 'cancel');
    expect(() => {
      transition(campaign, 'unarchive');
    }).toThrow('has no transition unarchive');
    expect(campaign).toEqual({ status: 'archived', archivedFrom: null });
  });

  it('give the specified refusal messages', () => {
    expect(refusalOf('pause')).toBe('Campaign cannot be paused in current status.');
    expect(refusalOf('delete')).toBe('Campaign cannot be deleted in current status.');
    expect(refusalOf('archive')).toBe('Campaign cannot be archived in current status.');
  });
});
