import { closestName, didYouMean, mustBeOneOf, nearestFirst } from './closest-name.js';

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
    ['x', null],
    ['x'.repeat(10_000), null],
  ])('of %s is %s', (name, closest) => {
    expect(closestName(name, known)).toBe(closest);
  });

  it('is added to messages only if there is one', () => {
    expect(didYouMean('emial', known)).toBe('; did you mean email?');
    expect(didYouMean('phone', known)).toBe('');
    expect(mustBeOneOf(['a', 'tags'], 'tagz')).toBe('must be one of: a, tags; did you mean tags?');
    expect(mustBeOneOf(['a', 'tags'], ['tagz'])).toBe('must be one of: a, tags');
  });

  it('is the first of a long list', () => {
    expect(nearestFirst('emial', known)).toBe('email, first_name, last_name, tag, tags');
    expect(nearestFirst(7, known)).toBe('first_name, last_name, email, tag, tags');
  });
});
