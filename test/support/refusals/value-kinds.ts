/** A value that a member refuses, and the expected reason. */
export interface Refused {
  readonly value: unknown;
  readonly reason: string;
  /** If it differs from the standard message. */
  readonly message?: string;
}

/** The values for one kind of member, independent of the product code. */
export interface ValueKind {
  readonly refuses: readonly Refused[];
  /** Values at the limits: as sent, and as returned afterwards. */
  readonly takes: readonly (readonly [sent: unknown, shown: unknown])[];
  /** ValidationErrors of an item have the name of its array. */
  readonly namedAsArray?: true;
}

type JsonType = 'text' | 'number' | 'boolean' | 'array' | 'object' | 'null';

const OF_TYPE: Readonly<Record<JsonType, readonly unknown[]>> = {
  text: ['x'],
  number: [7, -1.5],
  boolean: [true],
  array: [[], ['x']],
  object: [{}, { toString: 1 }],
  null: [null],
};

export const otherThan = (...types: readonly JsonType[]): unknown[] =>
  Object.entries(OF_TYPE).flatMap(([type, values]) => (types.includes(type as JsonType) ? [] : values));

const refusing = (values: readonly unknown[], reason: string, message?: string): Refused[] =>
  values.map((value) => (message === undefined ? { value, reason } : { value, reason, message }));

const taking = (...values: readonly unknown[]): (readonly [unknown, unknown])[] =>
  values.map((value) => [value, value] as const);

const LETTERS = ['x', 'ж', '🎉'];
const BLANKS = ['', ' ', '\u00a0\t'];
const UNICODE = 'Zoë Łódź 株式会社 שלום 👨‍👩‍👧 é e\u0301';
const LARGEST_ID = 4_294_967_295;

/** One character above the limit, of one, two, or four bytes each. */
const longerThan = (max: number): string[] => LETTERS.map((letter) => letter.repeat(max + 1));

export interface TextRules {
  readonly max?: number;
  /** Whether null clears the member. */
  readonly nullable?: boolean;
  /** The result of blanks: an error, no change, or null. */
  readonly blank?: 'refused' | 'kept' | 'empties';
}

export function text({ max = 190, nullable = false, blank = 'refused' }: TextRules = {}): ValueKind {
  return {
    refuses: [
      ...refusing(otherThan('text', 'number', 'boolean', ...(nullable ? (['null'] as const) : [])), 'must be text'),
      ...refusing(longerThan(max), `must be at most ${max} characters long`),
      ...(blank === 'refused' ? refusing(BLANKS, 'must not be empty') : []),
    ],
    takes: [
      ...taking(UNICODE, 'x'.repeat(max), '🎉'.repeat(max)),
      ...[[491_234, '491234'] as const, [-1.5, '-1.5'] as const, [true, 'true'] as const],
      ...(nullable ? taking(null) : []),
      ...(blank === 'empties' ? [[' \u00a0\t', null] as const] : []),
    ],
  };
}

/** Text that null and blanks clear. */
export const line = (max?: number): ValueKind =>
  text({ nullable: true, blank: 'empties', ...(max === undefined ? {} : { max }) });

/** For URLs; a blank one gets a default. */
export const slug = (): ValueKind => ({
  refuses: [
    ...refusing(otherThan('text', 'number', 'boolean'), 'must be text'),
    ...refusing(longerThan(190), 'must be at most 190 characters long'),
    ...refusing(['!!!', '🎉', '株式会社', '-'], 'must hold letters or digits'),
  ],
  takes: [['Größe & Länge', 'grosse-lange']],
});

/** One of a few words, case-sensitive. */
export const word = (words: readonly string[]): ValueKind => ({
  refuses: refusing(
    [
      ...otherThan(),
      '',
      '🎉',
      '__proto__',
      ...words.slice(0, 1).flatMap((known) => [`${known} `, [known]]),
      ...words
        .map((known) => known.toUpperCase())
        .filter((upperCase, index) => index < 2 && !words.includes(upperCase)),
    ],
    `must be one of: ${words.join(', ')}`,
  ),
  takes: taking(...words),
});

export const flag = (): ValueKind => ({
  refuses: refusing(
    [...otherThan('text', 'number', 'boolean'), '', 'maybe', 'ja', '2', 2, -1, 0.5, '🎉'],
    'must be true or false',
  ),
  takes: [],
});

/** An integer, or a string of digits. */
export function wholeNumber({ min = 0, max, nullable = false }: WholeNumberRules): ValueKind {
  return {
    refuses: [
      ...refusing(
        [...otherThan('number', 'text', ...(nullable ? (['null'] as const) : [])), ...NO_WHOLE_NUMBERS],
        'must be a whole number',
      ),
      ...refusing([min - 1, String(min - 1)], `must be at least ${min}`),
      ...refusing([max + 1, String(max + 1)], `must be at most ${max}`),
    ],
    takes: [...taking(max), [String(min), min], ...(nullable ? taking(null) : [])],
  };
}

export interface WholeNumberRules {
  readonly min?: number;
  readonly max: number;
  readonly nullable?: boolean;
}

const NO_WHOLE_NUMBERS = ['x', '1.5', '1e3', '0x10', '１', '٣', '+1', '1,2', '🎉', '9'.repeat(20), 1.5];

/** A single id, with the reason of its resource. */
export const oneId = (reason: string): Pick<ValueKind, 'refuses'> => ({
  refuses: refusing(
    [...otherThan('number', 'text', 'null'), ...NO_WHOLE_NUMBERS, 0, -1, LARGEST_ID + 1, String(LARGEST_ID + 1)],
    reason,
  ),
});

export const userId = (): ValueKind => ({
  ...oneId('must be the id of a user'),
  takes: [[LARGEST_ID, LARGEST_ID], [String(LARGEST_ID), LARGEST_ID], ...taking(null), ['', null]],
});

/** Values that are no email address, whatever their length. */
const NO_ADDRESSES = [
  'nobody',
  'a@b',
  '@example.com',
  'a@',
  'a b@example.com',
  'a@exa mple.com',
  'a..b@example.com',
  'a@-example.com',
  'a@example.com,b@example.com',
  'Ada <a@example.com>',
  '"a b"@example.com',
  'a@example.com\r\nBcc: x@y.zz',
  'a\u0000@example.com',
  'a\u200b@example.com',
  '🎉@example.com',
];

/** A valid address of this length, with a local part of 64 characters. */
export function addressOf(length: number): string {
  const domain = Array.from({ length: length - 65 }, (_, index) => ((index + 1) % 50 === 0 ? '.' : 'd')).join('');
  return `${'a'.repeat(64)}@${domain.slice(0, -'.example.com'.length)}.example.com`;
}

export interface AddressRules {
  /** The result of blanks and null; a required address refuses both. */
  readonly blank?: 'refused' | 'empties';
  readonly nullable?: boolean;
  readonly emptyReason?: string;
  readonly reason?: string;
}

export function address({
  blank = 'refused',
  nullable = false,
  emptyReason = 'must not be empty',
  reason = 'must be one email address',
}: AddressRules = {}): ValueKind {
  return {
    refuses: [
      ...refusing(otherThan('text', ...(nullable ? (['null'] as const) : [])), 'must be text'),
      ...(blank === 'refused' ? refusing(BLANKS, emptyReason) : []),
      ...refusing(NO_ADDRESSES, reason),
      ...refusing([addressOf(191), 'x'.repeat(191)], 'must be at most 190 characters long'),
    ],
    takes: [
      ...taking(addressOf(190), 'zoë@xn--gre-6ka8i.example'),
      ['zoë@größe.example', 'zoë@xn--gre-6ka8i.example'],
      ['a@🎉.example', 'a@xn--dk8h.example'],
      ['\u00a0 UPPER.Case+Tag@Example.COM\t', 'upper.case+tag@example.com'],
      ...(nullable ? taking(null) : []),
      ...(blank === 'empties' ? BLANKS.map((value) => [value, null] as const) : []),
    ],
  };
}

const URL_START = 'https://example.com/';

export const url = (): ValueKind => ({
  refuses: [
    ...refusing(otherThan('text', 'null'), 'must be text'),
    ...refusing(
      [
        'example.com',
        'ftp://example.com',
        'javascript:alert(1)',
        '//example.com',
        'https://',
        'https://a:b@example.com',
      ],
      'must be an http or https URL',
    ),
    ...refusing(
      LETTERS.map((letter) => URL_START + letter.repeat(2_049 - URL_START.length)),
      'must be at most 2048 characters long',
    ),
  ],
  takes: [
    ...taking(null, ...LETTERS.map((letter) => URL_START + letter.repeat(2_048 - URL_START.length))),
    ...BLANKS.map((value) => [value, null] as const),
  ],
});

export const country = (): ValueKind => ({
  refuses: [
    ...refusing(otherThan('text', 'null'), 'must be text'),
    ...refusing(['Atlantis', 'ZZ', '12', '🎉'], 'must be a country code or the name of a country'),
    ...refusing(['x'.repeat(191), '🎉'.repeat(191)], 'must be at most 190 characters long'),
  ],
  takes: [
    ...taking('GB', null),
    ['gbr', 'GB'],
    ['germany', 'DE'],
    ['Deutschland', 'DE'],
    ['United States (US)', 'US'],
    ...BLANKS.map((value) => [value, null] as const),
  ],
});

const NO_DATES = ['1990-1-1', '31.12.1990', '1990-12-10T25:00:00Z', '🎉'];
const NO_DAYS = ['2023-02-29', '1990-13-01', '2023-02-29 00:00:00'];
/** Dates with a time are truncated to the day, and a zero date is treated as none. */
const CUT = [
  ['1990-12-10T23:30:00-05:00', '1990-12-10'],
  ['1990-12-10 00:00:00', '1990-12-10'],
  ['0000-00-00', null],
] as const;

const DAY_MS = 86_400_000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export const pastDay = (): ValueKind => ({
  refuses: [
    ...refusing(otherThan('text', 'null'), 'must be text'),
    ...refusing([...NO_DATES, 'x'.repeat(190)], 'must be a date as YYYY-MM-DD'),
    ...refusing(NO_DAYS, 'is not a day that exists'),
    ...refusing([dayFromNow(2), '2999-01-01'], 'must be a date in the past as YYYY-MM-DD'),
  ],
  takes: [
    ...taking(dayFromNow(-1), '1000-01-01', '2024-02-29', null),
    ...CUT,
    ...BLANKS.map((value) => [value, null] as const),
  ],
});

/** Split into first and last name. */
export const fullName = (): Pick<ValueKind, 'refuses'> => ({
  refuses: [
    ...refusing(otherThan('text', 'null'), 'must be text'),
    ...refusing(
      LETTERS.flatMap((letter) => [letter.repeat(191), `Ada ${letter.repeat(191)}`]),
      'must be made of names of at most 190 characters',
    ),
  ],
});

/** An object whose members are validated. */
export const object = (): ValueKind => ({ refuses: refusing(otherThan('object'), 'must be an object'), takes: [] });

/** An object with any members, as JSON of at most `bytes`; null clears the member. */
export const anyObject = (bytes: number): ValueKind => ({
  refuses: [
    ...refusing(otherThan('object', 'null'), 'must be an object'),
    ...refusing([{ long: 'x'.repeat(bytes) }], `must be at most ${bytes} bytes of JSON`),
  ],
  takes: taking({ plan: 'pro', items: [{ n: 1 }] }, {}, null),
});

/** Ids of lists or tags: an array of ids only. */
export const ids = (): ValueKind => ({
  refuses: [
    ...refusing(otherThan('array'), 'must be an array of ids'),
    ...refusing([Array.from({ length: 1_001 }, (_, index) => index + 1)], 'must hold at most 1000 ids'),
    ...refusing([[LARGEST_ID, 888_888]], `unknown: ${LARGEST_ID}, 888888`),
  ],
  takes: [],
});

/** The same, but a single id is also accepted. */
export const oneOrMoreIds = (max = 1_000): ValueKind => ({
  refuses: [
    ...refusing(otherThan('array', 'number', 'text'), 'must be an array of ids'),
    ...refusing(['x', 0, -1, 1.5], 'must hold ids only'),
    ...refusing([Array.from({ length: max + 1 }, (_, index) => index + 1)], `must hold at most ${max} ids`),
    ...refusing([[LARGEST_ID, 888_888]], `unknown: ${LARGEST_ID}, 888888`),
  ],
  takes: [],
});

/** The same, but at least one is required. */
export const someIds = (max?: number): ValueKind => ({
  refuses: [...oneOrMoreIds(max).refuses, ...refusing([[], ''], 'must hold at least one id')],
  takes: [],
});

/**
 * At least one id, as an array only.
 * @param unit the noun in the message about too many items: limits of all bodies are checked before the items are known to
 * be ids.
 */
export const idList = (max: number, unit = 'ids'): ValueKind => ({
  refuses: [
    ...refusing(otherThan('array'), 'must be an array of ids'),
    ...refusing([[]], 'must hold at least one id'),
    ...refusing([Array.from({ length: max + 1 }, (_, index) => index + 1)], `must hold at most ${max} ${unit}`),
    ...refusing([[LARGEST_ID, 888_888]], `unknown: ${LARGEST_ID}, 888888`),
  ],
  takes: [],
});

/** One item of either. */
export const idItem = (): ValueKind => ({
  refuses: [
    ...refusing(
      [...otherThan('number', 'text'), ...NO_WHOLE_NUMBERS, '', 0, -1, LARGEST_ID + 1, String(LARGEST_ID + 1)],
      'must hold ids only',
    ),
    ...refusing([LARGEST_ID, String(LARGEST_ID)], `unknown: ${LARGEST_ID}`),
  ],
  takes: [],
  namedAsArray: true,
});

/** Values of a custom field by its type. */
export function customValue(type: string, fieldSlug: string): ValueKind {
  const message = `Invalid option for field '${fieldSlug}'`;
  const notText = refusing(otherThan('text', 'null'), 'must be text');
  const notWritten = refusing(otherThan('text', 'null', 'number', 'boolean'), 'must be text');
  const tooLong = (max: number): Refused[] => refusing(longerThan(max), `must be at most ${max} characters long`);
  const cleared = [null, ...BLANKS].map((value) => [value, undefined] as const);
  switch (type) {
    case 'text':
      return {
        refuses: [...notWritten, ...tooLong(2_048)],
        takes: [...text({ max: 2_048 }).takes, ...cleared],
      };
    case 'textarea':
      return {
        refuses: [...notWritten, ...tooLong(65_536)],
        takes: [...text({ max: 65_536 }).takes, ...cleared],
      };
    case 'number':
      return {
        refuses: [
          ...refusing(otherThan('text', 'null', 'number'), 'must be text'),
          ...refusing(
            ['many', '1,5', '0x10', '1e999', '--1', '1_000', '٣', 'NaN', 'Infinity', '🎉'],
            'must be a number',
          ),
          ...tooLong(190),
        ],
        takes: [...taking('-1.5e3', '0', '1'.repeat(190)), [42, '42'], [-1.5, '-1.5'], ...cleared],
      };
    case 'date':
      return {
        refuses: [
          ...notText,
          ...refusing(NO_DATES, 'must be a date as YYYY-MM-DD'),
          ...refusing([...NO_DAYS, '2026-02-30'], 'is not a day that exists'),
          ...tooLong(190),
        ],
        takes: [
          ...taking('2024-02-29', '2999-12-31'),
          ...CUT.map(([sent, day]) => [sent, day ?? undefined] as const),
          ...cleared,
        ],
      };
    case 'url':
      return { refuses: url().refuses, takes: [...url().takes.filter(([, shown]) => shown !== null), ...cleared] };
    case 'email': {
      const kind = address({ blank: 'empties', nullable: true, reason: 'must be one email address' });
      return { refuses: kind.refuses, takes: [...kind.takes.filter(([, shown]) => shown !== null), ...cleared] };
    }
    case 'checkbox':
      return {
        refuses: [
          ...refusing([...otherThan('array', 'null'), 'red'], 'must be an array of options'),
          ...refusing(
            [['pink'], ['red', 'pink'], ['Red'], ['red '], [''], [7], [null], [['red']], [{}]],
            'is not one of the options: red, blue, 🎉 blue',
            message,
          ),
        ],
        takes: [
          ...taking(['red'], ['red', 'blue']),
          [
            ['blue', 'red', 'blue'],
            ['red', 'blue'],
          ],
          ...[null, '', []].map((value) => [value, undefined] as const),
        ],
      };
    default:
      return {
        refuses: refusing(
          [...otherThan('null'), 'pink', 'Red', 'red ', ' ', '🎉', ['red']],
          'is not one of the options: red, blue, 🎉 blue',
          message,
        ),
        takes: [...taking('red', '🎉 blue'), ...[null, ''].map((value) => [value, undefined] as const)],
      };
  }
}

/** The options of a custom field with a choice. */
export const options = (name: string): ValueKind => ({
  refuses: [
    ...refusing(otherThan('array', 'number', 'text', 'null'), 'must be an array'),
    ...refusing([7, [7], ['a', null], [['a']], [{}]], 'must hold text only'),
    ...refusing([null, [], ''], 'is required', `Invalid parameter: ${name} is required`),
    ...refusing([['', 'a'], [' ']], 'must not hold empty options'),
    ...refusing(
      LETTERS.map((letter) => ['a', letter.repeat(191)]),
      'items must be at most 190 characters long',
    ),
    ...refusing([Array.from({ length: 1_001 }, (_, index) => `option ${index}`)], 'must hold at most 1000 items'),
  ],
  takes: [
    ...LETTERS.map((letter) => [[letter.repeat(190)], [letter.repeat(190)]] as const),
    [
      [' a', 'b', 'a'],
      ['a', 'b'],
    ],
  ],
});

export const optionItem = (): ValueKind => ({
  refuses: [
    ...refusing(otherThan('text'), 'must hold text only'),
    ...refusing(['', ' '], 'must not hold empty options'),
    ...refusing(longerThan(190), 'items must be at most 190 characters long'),
  ],
  takes: [],
  namedAsArray: true,
});

/** A timestamp, in the format of the specification or ISO 8601. */
export const moment = (): ValueKind => ({
  refuses: refusing(
    [...otherThan('text'), 'x', '', 'soon', '31.01.2026', '2026-01-31 25:00:00', '🎉'],
    'must be a timestamp as YYYY-MM-DD HH:MM:SS or ISO 8601',
  ).concat(refusing(['2026-02-30 10:00:00', '0000-00-00 00:00:00'], 'is not a day that exists')),
  takes: [
    ...taking('2026-01-31 09:30:00', '1000-01-01 00:00:00', '9999-12-31 23:59:59'),
    ['2026-01-31T09:30:00+02:00', '2026-01-31 07:30:00'],
  ],
});

/** `is_private`, which is written as text. */
export const zeroOrOne = (): ValueKind => ({
  refuses: refusing(
    [...otherThan('text', 'number', 'boolean'), '', 'maybe', 'ja', '2', 2, -1, 0.5, '🎉'],
    'must be 0 or 1',
  ),
  takes: [
    ['0', '0'],
    [true, '1'],
    ['no', '0'],
  ],
});

/** A structured value whose errors all have one reason. */
export const shape = (reason: string, ...wrong: readonly unknown[]): ValueKind => ({
  refuses: refusing(wrong, reason),
  takes: [],
});
