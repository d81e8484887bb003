import { isHttpUrl } from './http-url.js';

describe('a web address', () => {
  it.each(['https://example.com', 'HTTP://example.com/a?b=c#d', 'https://müller.de/ä', 'http://[::1]:8080/'])(
    'may be %s',
    (text) => {
      expect(isHttpUrl(text)).toBe(true);
    },
  );

  it.each([
    '',
    'example.com',
    '//example.com',
    'javascript:alert(1)',
    'ftp://example.com',
    'https://',
    'https:example.com',
    'https://user:secret@example.com',
    'https://example.com/a b',
    'https://example.com/\r\nX: y',
  ])('may not be "%s"', (text) => {
    expect(isHttpUrl(text)).toBe(false);
  });
});
