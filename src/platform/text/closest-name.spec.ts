import { closestName, didYouMean } from './closest-name.js';

describe('the closest name', () => {
  const known = ['first_name', 'last_name', 'email', 'tag', 'tags'];

  it.each([
    ['frist_name', 'first_name'],
    ['firstName', 'first_name'],
    ['EMAIL', 'email'],
    ['emial', 'email'],
    ['tagz', 'tag'],
    ['name', null],
    ['', null],
    ['x'.repeat(10_000), null],
  ])('of %s is %s', (name, closest) => {
    expect(closestName(name, known)).toBe(closest);
  });

  it('is added to messages only if there is one', () => {
    expect(didYouMean('emial', known)).toBe('; did you mean email?');
    expect(didYouMean('phone', known)).toBe('');
  });
});
