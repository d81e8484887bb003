import type { AppRequest } from './request.js';
import {
  decodeCursor,
  encodeCursor,
  numberedQuery,
  offsetOf,
  type Page,
  type PageOf,
  pageOf as shapeOfPage,
  pageQuery,
  urlOf,
} from './page.js';

const URL_OF_LIST = 'https://api.test/api/v2/subscribers?search=a%20b&page=2&_wp_http_referer=user:pass';

const pageOf = (page: number, perPage: number, items: readonly number[], total: number): PageOf<number> => {
  const found: Page<number> = { items, total, request: { page, perPage } };
  return shapeOfPage(found, URL_OF_LIST);
};

describe('a numbered page', () => {
  it('says where it stands and where its neighbours are, without the credentials of the request', () => {
    expect(pageOf(2, 2, [3, 4], 5)).toEqual({
      current_page: 2,
      per_page: 2,
      total: 5,
      last_page: 3,
      from: 3,
      to: 4,
      next_page_url: 'https://api.test/api/v2/subscribers?search=a+b&page=3',
      prev_page_url: 'https://api.test/api/v2/subscribers?search=a+b&page=1',
      data: [3, 4],
    });
  });

  it('has one last page even when there is nothing', () => {
    expect(pageOf(1, 10, [], 0)).toMatchObject({
      last_page: 1,
      from: null,
      to: null,
      next_page_url: null,
      prev_page_url: null,
    });
  });

  it('leads back to the last page from one past the end', () => {
    const page = pageOf(9, 2, [], 5);
    expect(page.next_page_url).toBeNull();
    expect(page.prev_page_url).toContain('page=3');
  });

  it('starts where the pages before it end', () => {
    expect(offsetOf({ page: 1, perPage: 25 })).toBe(0);
    expect(offsetOf({ page: 3, perPage: 25 })).toBe(50);
  });
});

describe('a walk by cursor', () => {
  it('answers the next cursor, and null at the end', () => {
    const request = { page: 1, perPage: 2, cursor: null };
    const next = { value: 'b', id: 2 };
    const middle = shapeOfPage({ items: [1, 2], total: 3, request, next }, URL_OF_LIST);
    expect(middle.next_cursor).toBe(encodeCursor(next));
    expect(new URL(middle.next_page_url ?? '').searchParams.get('cursor')).toBe(encodeCursor(next));
    expect(middle).toMatchObject({ from: null, to: null, prev_page_url: null });
    const end = shapeOfPage({ items: [3], total: 3, request, next: null }, URL_OF_LIST);
    expect(end).toMatchObject({ next_cursor: null, next_page_url: null });
  });

  it('has no next_cursor on a numbered page', () => {
    expect(JSON.parse(JSON.stringify(pageOf(1, 10, [1], 1)))).not.toHaveProperty('next_cursor');
  });

  it.each([
    { value: 'Müller, "x"', id: 7 },
    { value: -1.5, id: 9_007_199_254_740_991 },
    { value: null, id: 1 },
  ])('restores the position %j', (position) => {
    expect(encodeCursor(position)).toMatch(/^[\w-]+$/);
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
  });

  it.each([
    '',
    '*',
    'x',
    encodeJson([1]),
    encodeJson([1, 2, 3]),
    encodeJson([{}, 1]),
    encodeJson([1, '1']),
    encodeJson([1, 1.5]),
    encodeJson({ id: 1 }),
  ])('refuses %j, which we did not hand out', (text) => {
    expect(() => decodeCursor(text)).toThrow('Invalid parameter: cursor');
  });
});

function encodeJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

describe('the page a caller asks for', () => {
  const query = (members: object) => Object.assign(new (pageQuery(25))(), members).toPage();

  it('is the first of the default size, a numbered one, or a step of a walk', () => {
    expect(query({})).toEqual({ page: 1, perPage: 25 });
    expect(query({ page: 3, per_page: 7 })).toEqual({ page: 3, perPage: 7 });
    expect(query({ cursor: '*' })).toEqual({ page: 1, perPage: 25, cursor: null });
    expect(query({ cursor: encodeCursor({ value: 'a', id: 1 }) }).cursor).toEqual({ value: 'a', id: 1 });
  });
});

describe('the page of a list that knows no walk', () => {
  const query = (members: object) => Object.assign(new (numberedQuery(25))(), members);

  it('is the first of the default size, or a numbered one', () => {
    expect(query({}).toPage()).toEqual({ page: 1, perPage: 25 });
    expect(query({ page: 3, per_page: 7 }).toPage()).toEqual({ page: 3, perPage: 7 });
  });

  it.each(['*', '', encodeCursor({ value: null, id: 1 }), ['*']])('is refused where the cursor is %j', (cursor) => {
    expect(() => query({ cursor }).toPage()).toThrow('Invalid parameter: cursor');
  });
});

describe('the URL of a request', () => {
  const request = (publicUrl: string, originalUrl = '/api/v2/lists?a=1'): AppRequest =>
    ({ originalUrl, headers: { host: 'evil.test' }, app: { locals: { publicUrl } } }) as unknown as AppRequest;

  it('is absolute and begins with PUBLIC_URL, whatever host the caller names', () => {
    expect(urlOf(request('https://api.test:8443'))).toBe('https://api.test:8443/api/v2/lists?a=1');
    expect(urlOf(request('https://api.test/mail'))).toBe('https://api.test/mail/api/v2/lists?a=1');
  });

  it('does not take a path for a host', () => {
    expect(new URL(urlOf(request('https://api.test', '//evil.test/x'))).host).toBe('api.test');
  });
});
