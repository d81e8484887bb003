import { onlyParts } from './dialect-searches.js';

const readParts = onlyParts(['stats', 'custom_values', 'sequences'], new Map([['funnel_sequences', 'sequences']]));

describe('included parts of a response', () => {
  it.each([
    ['?with[]=stats&with[]=custom_values', '?with[]=stats&with[]=custom_values'],
    ['?with[]=stats&with[]=subscriber.avatar', '?with%5B%5D=stats'],
    ['?with=stats,nothing&get_by_email=a%2Bb@example.com', '?with%5B%5D=stats&get_by_email=a%2Bb%40example.com'],
    ['?with[0]=nothing&get_by_email=a+b@example.com', '?get_by_email=a+b%40example.com'],
    ['?with[]=funnel_sequences&with[]=constructor', '?with%5B%5D=sequences'],
    ['?search=a+b', '?search=a+b'],
    ['', ''],
  ])('%s', (search, expected) => {
    expect(readParts(search)).toBe(expected);
  });
});
