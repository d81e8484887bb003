import { campaignBody, contactBody, isEmptyBody, isDueNow } from './dialect-bodies.js';

describe('bodies in the dialect', () => {
  it('drop only empty custom values', () => {
    expect(contactBody({ email: 'a@example.com', custom_values: [] })).toEqual({ email: 'a@example.com' });
    expect(contactBody({ subscriber: { phone: '', custom_values: [] } })).toEqual({ subscriber: { phone: '' } });
    expect(contactBody({ custom_values: { colour: 'red' } })).toEqual({ custom_values: { colour: 'red' } });
    expect(contactBody({ custom_values: ['red'] })).toEqual({ custom_values: ['red'] });
    expect(contactBody({ subscriber: 'x' })).toEqual({ subscriber: 'x' });
  });

  it('have no addresses if the form was empty', () => {
    const mailer = { from_name: 'Ada', from_email: 'ada@example.com', reply_to_name: '', reply_to_email: '' };
    expect(campaignBody({ title: 'x', settings: { throttle: null, mailer_settings: mailer } })).toEqual({
      title: 'x',
      settings: { throttle: null, mailer_settings: { ...mailer, reply_to_email: null } },
    });
    for (const body of [{}, { settings: null }, { settings: { mailer_settings: [] } }, { settings: 'x' }])
      expect(campaignBody(body)).toEqual(body);
  });

  it.each([[[]], [null], ['']])('are empty as %j', (body) => {
    expect(isEmptyBody(body)).toBe(true);
  });

  it.each([[{}], [[1]], [0], [false], ['x']])('are something as %j', (body) => {
    expect(isEmptyBody(body)).toBe(false);
  });
});

describe('a send date', () => {
  const now = Date.parse('2026-01-31T09:30:00Z');

  it.each([{}, { scheduled_at: null }, { scheduled_at: '' }, { scheduled_at: '2026-01-31 09:29:58' }])(
    'means now: %j',
    (body) => {
      expect(isDueNow(body, now)).toBe(true);
    },
  );

  it.each(['2026-01-31 09:30:01', '2026-01-31 09:28:00', '2025-01-31', 'tomorrow', 7, ['2026-01-31 09:29:58']])(
    'does not mean now: %j',
    (at) => {
      expect(isDueNow({ scheduled_at: at }, now)).toBe(false);
    },
  );
});
