import { reasonOf } from './opt-out-pages.js';

describe('the opt-out reason', () => {
  it.each([
    ['', null],
    ['reason=made+up', null],
    ['own_words=+%0A+', null],
    ['reason=too+many+mails', 'too many mails'],
    ['own_words=Three%0D%0Aa%E2%80%A8day', 'Three a day'],
    ['reason=something+else&own_words=I+moved', 'something else: I moved'],
    [`own_words=${'%F0%9F%98%80'.repeat(300)}`, '😀'.repeat(190)],
    [`reason=something+else&own_words=${'%F0%9F%98%80'.repeat(300)}`, `something else: ${'😀'.repeat(174)}`],
  ])('reads %j as %j', (form, reason) => {
    expect(reasonOf(new URLSearchParams(form))).toBe(reason);
  });
});
