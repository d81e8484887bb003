import { encodeCursor } from '../../../src/platform/http/page.js';

/** A query parameter as written after its name (`=0`, `[]=1`), and the expected reason. */
export interface QueryKind {
  readonly refuses: readonly (readonly [suffix: string, reason: string])[];
  readonly takes: readonly string[];
}

const LARGEST_ID = 4_294_967_295;
const encoded = (text: string): string => encodeURIComponent(text);
const refusing = (suffixes: readonly string[], reason: string): (readonly [string, string])[] =>
  suffixes.map((suffix) => [suffix, reason] as const);

/** Values that are not a single value. */
const SEVERAL = ['[]=1', '[a]=1', '[0][0]=1'];
const NO_WHOLE_NUMBERS = [
  '',
  'x',
  '1.5',
  '1e1',
  '0x10',
  '%201',
  '1%20',
  '%2B1',
  '٣',
  '１',
  '1,2',
  '9'.repeat(20),
  'NaN',
];

const wholeNumber = (max: number): QueryKind => ({
  refuses: [
    ...refusing([...SEVERAL, ...NO_WHOLE_NUMBERS.map((text) => `=${text}`)], 'must be a whole number'),
    ...refusing(['=0', '=-1'], 'must be at least 1'),
    ...refusing([`=${max + 1}`], `must be at most ${max}`),
  ],
  takes: ['=1', `=${max}`],
});

const text = (max: number): QueryKind => ({
  refuses: [
    ...refusing(SEVERAL, 'must be text'),
    ...refusing(
      ['x', 'ж', '🎉'].map((letter) => `=${encoded(letter.repeat(max + 1))}`),
      `must be at most ${max} characters long`,
    ),
  ],
  takes: ['=', `=${encoded('🎉'.repeat(max))}`, `=${encoded("%_\\'株式会社")}`],
});

const cursor: QueryKind = {
  refuses: [
    ...refusing(SEVERAL, 'must be text'),
    ...refusing(
      [
        '',
        'x',
        '**',
        '1',
        encoded('🎉'),
        ...['[]', '[1]', '{}', '[1,2,3]', '[{},1]', '[null,1.5]', '[null,"1"]', '7'],
      ].map((position) => `=${/^[[{7]/.test(position) ? Buffer.from(position).toString('base64url') : position}`),
      'is not a cursor of this list',
    ),
    ...refusing([`=${'x'.repeat(501)}`], 'must be at most 500 characters long'),
  ],
  takes: ['=*'],
};

const flag: QueryKind = {
  refuses: refusing(['=', '=maybe', '=2', '=-1', '=ja', '=🎉', '[]=true', '[a]=true'], 'must be true or false'),
  takes: ['=true', '=false', '=1', '=0', '=yes', '=no', '=TRUE'],
};

const ids: QueryKind = {
  refuses: [
    ...refusing(
      ['=x', '=0', '=-1', '=1.5', '=1,x', '[]=1&{}[]=x', '[0][0]=1', `=${LARGEST_ID + 1}`, '=１', '=🎉'],
      'must hold ids only',
    ),
    ...refusing(['[a]=1'], 'must be an array of ids'),
    ...refusing([`=${Array.from({ length: 1_001 }, (_, index) => index + 1).join()}`], 'must hold at most 1000 ids'),
  ],
  takes: ['=', '[]=', '[]=&{}[]=', '=1', '=1,2', '[]=1', '[]=1&{}[]=2', '[0]=1', `=${LARGEST_ID}`],
};

const idsOrNames: QueryKind = {
  refuses: [
    ...refusing(['=0', '=-1', '[0][0]=1', `=${LARGEST_ID + 1}`, `=${'x'.repeat(191)}`], 'must hold ids or slugs only'),
    ...refusing(['[a]=1'], 'must be an array of ids or slugs'),
    ...refusing([`=${Array.from({ length: 1_001 }, (_, index) => index + 1).join()}`], 'must hold at most 1000 ids'),
  ],
  takes: [...ids.takes, '=x', '=1,x', '[]=1&{}[]=x', '=🎉'],
};

const words = (...known: readonly string[]): QueryKind => ({
  refuses: [
    ...refusing(
      ['=x', '=🎉', `=${known[0]?.toUpperCase()}`, `[]=${known[0]}&{}[]=x`, `=${known[0]},x`, '[0][0]=x'],
      `must hold only: ${known.join(', ')}`,
    ),
    ...refusing(['[a]=x'], 'must be an array'),
  ],
  takes: ['=', '[]=', `=${known.join()}`, ...known.map((word) => `[]=${word}`)],
});

const sortField = (...fields: readonly string[]): QueryKind => ({
  refuses: refusing(
    ['=', '=hash', '=ID', '=🎉', '=id,email', '=id%20DESC', '=(SELECT%201)', '=__proto__', '[]=id', '[a]=id'],
    `must be one of: ${fields.join(', ')}`,
  ),
  takes: fields.map((field) => `=${field}`),
});

const suppressionKind: QueryKind = {
  refuses: refusing(
    ['=', '=x', '=ADDRESS', '=address%20', '=address,domain', '=🎉', '[]=address', '[a]=address'],
    'must be one of: address, domain',
  ),
  takes: ['=address', '=domain'],
};

const suppressed = (blank: string): QueryKind => ({
  refuses: [
    ...text(190).refuses,
    ['=', blank],
    ...refusing(
      ['=x', '=localhost', '=a@', '=a@b@c.example', '=127.0.0.1', '=🎉', '=%25'],
      'must be one email address or a domain',
    ),
  ],
  takes: ['=nobody@example.com', '=NOBODY@Example.com', '=nothing.example', '=@nothing.example'],
});

const direction: QueryKind = {
  refuses: refusing(['=', '=sideways', '=1', '=ASC,DESC', '=ASC%20', '[]=ASC', '[a]=ASC'], 'must be one of: ASC, DESC'),
  takes: ['=ASC', '=DESC', '=asc', '=dEsC'],
};

const sorting = (...fields: readonly string[]): Record<string, QueryKind> => ({
  sort_by: sortField(...fields),
  order_by: sortField(...fields),
  sort_order: direction,
  sort_type: direction,
  order_type: direction,
});

const PAGE = { per_page: wholeNumber(1_000), page: wholeNumber(1_000_000_000), cursor };
const SEARCH = { search: text(190) };
const CONTACT_SORTING = sorting('id', 'email', 'created_at', 'updated_at');

const moment: QueryKind = {
  refuses: [
    ...refusing(SEVERAL, 'must be text'),
    ...refusing(['=x', '=1', '=🎉'], 'must be a date or a date and time'),
    ...refusing(['=2026-02-30', '=2026-13-01'], 'is not a day that exists'),
  ],
  takes: ['=', '=2026-01-01', '=2026-01-31T09:30:00Z', '=2026-01-31%2009:30:00'],
};
const TIMES = { created_after: moment, created_before: moment, updated_after: moment, updated_before: moment };
const LABELS = { ...SEARCH, ...sorting('id', 'title', 'subscribers'), exclude_counts: flag };
const NOTES = { ...PAGE, ...SEARCH };

/** The kind of each query parameter, by operation. */
export const QUERIES: Readonly<Record<string, Readonly<Record<string, QueryKind>>>> = {
  'get /subscribers': {
    ...PAGE,
    ...SEARCH,
    ...CONTACT_SORTING,
    ...TIMES,
    email: text(1_000),
    ids,
    tags: idsOrNames,
    lists: idsOrNames,
    company_ids: ids,
    statuses: words('subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'),
    tracking_consent: words('unknown', 'granted', 'denied'),
    custom_fields: flag,
    // The existence and the rule of a segment are tested with the queries.
    segment_id: { ...wholeNumber(LARGEST_ID), takes: ['=1'] },
    // A text of 16,000 characters of two bytes exceeds the limit of a request line.
    filters: { refuses: refusing(SEVERAL, 'must be text'), takes: ['='] },
  },
  'get /subscribers/:id': {
    with: words(
      ...['stats', 'custom_fields', 'subscriber.custom_values', 'companies', 'commerce_stat', 'subscriptions'],
      'custom_values',
    ),
    get_by_email: text(1_000),
  },
  'get /subscribers/:id/notes': NOTES,
  'get /subscribers/:id/tracking-events': PAGE,
  'get /subscribers/:id/consents': PAGE,
  'get /subscribers/:id/timeline': { per_page: PAGE.per_page, cursor },
  'get /lists': LABELS,
  'get /tags': LABELS,
  'get /custom-fields/contacts': { with: words('field_types') },
  'put /custom-fields/contacts': { force: flag },
  'put /custom-fields/contacts/:slug': { force: flag },
  'delete /custom-fields/contacts/:slug': { force: flag },
  'get /companies': {
    ...PAGE,
    ...SEARCH,
    ...sorting('id', 'name', 'contacts_count', 'created_at', 'updated_at'),
    ...TIMES,
  },
  'get /companies/:id/notes': NOTES,
  'get /segments': { ...SEARCH, ...sorting('id', 'title') },
  'get /segments/:id/subscribers': { ...PAGE, ...CONTACT_SORTING, custom_fields: flag },
  'get /segments/:id/explain': { contact_id: wholeNumber(LARGEST_ID) },
  'get /suppressions': { ...PAGE, kind: suppressionKind, value: suppressed('must be one email address or a domain') },
  'delete /suppressions': { value: suppressed('must not be empty') },
};

/** The query with this parameter; `{}` within it is replaced by the name. */
export const queryOf = (name: string, suffix: string): string => `${name}${suffix.replaceAll('{}', name)}`;

/**
 * Operations by the position in their cursors: an id alone, or a value of some type and an id. Cursors of another kind are
 * invalid.
 */
export const WALKS: readonly (readonly [path: string, stands: CursorKind])[] = [
  ['/subscribers', 'id'],
  ['/subscribers?order_by=email', 'text'],
  ['/subscribers?order_by=created_at', 'moment'],
  ['/segments/1/subscribers', 'id'],
  ['/segments/1/subscribers?order_by=email', 'text'],
  ['/segments/1/subscribers?order_by=created_at', 'moment'],
  ['/companies', 'id'],
  ['/companies?sort_by=name', 'text'],
  ['/companies?sort_by=created_at', 'moment'],
  ['/subscribers/1/notes', 'id'],
  ['/companies/1/notes', 'id'],
  ['/subscribers/1/tracking-events', 'id'],
  ['/subscribers/1/consents', 'id'],
  ['/suppressions', 'id'],
  ['/subscribers/1/timeline', 'timeline'],
];

export type CursorKind = 'id' | 'text' | 'moment' | 'timeline';

/** Cursors of lists of another kind; a timestamp is also a text, so it is invalid for fewer lists. */
export function foreignCursors(kind: CursorKind): string[] {
  const values: readonly (readonly [CursorKind | 'number', string | number | null])[] = [
    ['id', null],
    ['text', 'ada@example.com'],
    ['moment', '2026-01-31 09:30:00'],
    ['timeline', 'note 2026-01-31T09:30:00.000Z'],
    ['number', 7],
  ];
  const own = kind === 'text' ? ['text', 'moment', 'timeline'] : [kind];
  return values.flatMap(([of, value]) => (own.includes(of) ? [] : [encodeCursor({ value, id: 1 })]));
}
