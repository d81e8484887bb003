import { outlinesOf } from './funnel-outlines.queries.js';

let made = 0;
const step = (
  title: string,
  parentId: number | null,
  branch: string | null,
  place: number,
  action = 'add_contact_to_tag',
) => ({
  id: (made += 1),
  title,
  action,
  parentId,
  branch,
  place,
});

describe('the outline of a version', () => {
  it('lists steps in reading order, each branch before the step after it', () => {
    const first = step('first', null, null, 1, 'send_custom_email');
    const choice = step('choice', null, null, 2, 'funnel_condition');
    const steps = [
      step('last', null, null, 3, 'end_this_funnel'),
      step('yes 2', choice.id, 'yes', 2, 'send_campaign_email'),
      choice,
      step('yes 1', choice.id, 'yes', 1),
      step('no 1', choice.id, 'no', 1),
      first,
    ];
    const outlines = outlinesOf(JSON.stringify(steps));
    expect(outlines.map(({ title }) => title)).toEqual(['first', 'choice', 'yes 1', 'yes 2', 'no 1', 'last']);
    expect(outlines.filter(({ isEmailStep }) => isEmailStep).map(({ title }) => title)).toEqual(['first', 'yes 2']);
    expect(outlines[0]).toEqual({ id: first.id, title: 'first', isEmailStep: true });
  });

  it('of no steps is empty', () => {
    expect(outlinesOf('[]')).toEqual([]);
  });
});
