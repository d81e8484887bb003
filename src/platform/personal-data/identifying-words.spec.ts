import { ERASED, IdentifyingWords, withoutIdentifyingComment } from './identifying-words.js';

describe('the words by which a person is known', () => {
  const words = new IdentifyingWords(['ada@example.com', '+44 20 7946', null], ['Ada', 'Lovelace', 'Al', null]);

  it.each([
    ['550 <ADA@example.com>: no such user', `550 <${ERASED}>: no such user`],
    ['call +44 20 7946 0000', `call ${ERASED} 0000`],
    ['Hello Ada, also Adamant Lovelace!', `Hello ${ERASED}, also Adamant ${ERASED}!`],
    ['nevada@example.com', 'nevada@example.com'],
    ['mailto:ada@example.com.', `mailto:${ERASED}.`],
    ['Al is too short to be looked for', 'Al is too short to be looked for'],
  ])('are taken out of %j', (text, left) => {
    expect(words.removeFrom(text)).toBe(left);
    expect(words.occurIn(text)).toBe(text !== left);
  });

  it('are taken out of all texts of a value, whose shape stays', () => {
    expect(words.removeFromAll({ ada: [1, null, { x: 'Ada' }], y: true })).toEqual({
      ada: [1, null, { x: ERASED }],
      y: true,
    });
  });

  it('are no pattern, whatever they are made of', () => {
    const odd = new IdentifyingWords(['a+b(c@x.example'], ['O.Neil*']);
    expect(odd.removeFrom('to a+b(c@x.example from O.Neil*, not OxNeil')).toBe(
      `to ${ERASED} from ${ERASED}, not OxNeil`,
    );
    expect(new IdentifyingWords([]).removeFrom('nobody')).toBe('nobody');
  });
});

describe('a reason to leave', () => {
  it.each([
    ['too many mails', 'too many mails'],
    ['something else: I moved: to Rome', 'something else: I moved: to Rome'],
    ['something else: I am Ada: bye', 'something else'],
    ['I am Ada', ''],
  ])('is %j without the own words of Ada: %j', (reason, left) => {
    expect(withoutIdentifyingComment(reason, new IdentifyingWords(['ada@example.com'], ['Ada']))).toBe(left);
  });
});
