import { blanksArePlusSigns } from './dialect-searches.js';

describe('an address in a search', () => {
  it.each([
    ['?get_by_email=ada+news@example.com', '?get_by_email=ada%2Bnews@example.com'],
    ['?get_by_email=ada%20news@example.com', '?get_by_email=ada%2Bnews@example.com'],
    ['?get_by_email=ada%2Bnews%40example.com', '?get_by_email=ada%2Bnews%40example.com'],
    ['?with[]=stats&get_by_email=a+b+c@example.com&x=1+1', '?with[]=stats&get_by_email=a%2Bb%2Bc@example.com&x=1+1'],
    ['?get_by_email=%20ada@example.com+', '?get_by_email=ada@example.com'],
    ['?get_by_email=++', '?get_by_email='],
    ['?get_by_email', '?get_by_email'],
    ['?search=a+b', '?search=a+b'],
    ['?', '?'],
    ['', ''],
  ])('%s', (search, expected) => {
    expect(blanksArePlusSigns(search)).toBe(expected);
  });
});
