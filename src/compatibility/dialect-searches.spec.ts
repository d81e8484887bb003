import { knownExtras } from './dialect-searches.js';

describe('included parts of a contact', () => {
  it.each([
    ['?with[]=stats&with[]=custom_values', '?with[]=stats&with[]=custom_values'],
    ['?with[]=stats&with[]=subscriber.avatar', '?with%5B%5D=stats'],
    ['?with=stats,nothing&get_by_email=a%2Bb@example.com', '?with%5B%5D=stats&get_by_email=a%2Bb%40example.com'],
    ['?with[0]=nothing&get_by_email=a+b@example.com', '?get_by_email=a+b%40example.com'],
    ['?search=a+b', '?search=a+b'],
    ['', ''],
  ])('%s', (search, expected) => {
    expect(knownExtras(search)).toBe(expected);
  });
});
