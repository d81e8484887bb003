import {
  asPost,
  bulkActionBody,
  campaignBody,
  contactBody,
  funnelBody,
  isEmptyBody,
  isDueNow,
  templateBody,
} from './dialect-bodies.js';
import type { Translation } from './dialect-route.js';

const unwarned = (warning: string): never => {
  throw new Error(warning);
};

const TOOLS: Translation = {
  labels: (_kind, given) => Promise.resolve(given as number[]),
  customValues: (values) => Promise.resolve(values),
  company: (given) => Promise.resolve(Number(given)),
  joinCompany: () => Promise.resolve(),
  emailOf: () => Promise.reject(new Error('no step refers to a campaign')),
};

describe('bodies in the dialect', () => {
  it('drop only empty custom values', async () => {
    expect(await contactBody({ email: 'a@example.com', custom_values: [] }, unwarned, TOOLS)).toEqual({
      email: 'a@example.com',
    });
    expect(await contactBody({ email: 'a@example.com', custom_values: [''] }, unwarned, TOOLS)).toEqual({
      email: 'a@example.com',
    });
    expect(await contactBody({ subscriber: { phone: '', custom_values: [] } }, unwarned, TOOLS)).toEqual({
      subscriber: { phone: '' },
    });
    expect(await contactBody({ custom_values: { colour: 'red' } }, unwarned, TOOLS)).toEqual({
      custom_values: { colour: 'red' },
    });
    expect(await contactBody({ custom_values: ['red'] }, unwarned, TOOLS)).toEqual({ custom_values: ['red'] });
    expect(await contactBody({ subscriber: 'x' }, unwarned, TOOLS)).toEqual({ subscriber: 'x' });
  });

  it('have no addresses if the form was empty', () => {
    const mailer = { from_name: 'Ada', from_email: 'ada@example.com', reply_to_name: '', reply_to_email: '' };
    expect(campaignBody({ title: 'x', settings: { throttle: null, mailer_settings: mailer } }, unwarned)).toEqual({
      title: 'x',
      settings: { throttle: null, mailer_settings: { ...mailer, reply_to_email: null } },
    });
    for (const body of [{}, { settings: null }, { settings: { mailer_settings: [] } }, { settings: 'x' }])
      expect(campaignBody(body, unwarned)).toEqual(body);
  });

  it('have a photo under the name of FluentCRM', async () => {
    const url = 'https://example.com/ada.png';
    expect(await contactBody({ avatar: url }, unwarned, TOOLS)).toEqual({ photo: url });
    expect(await contactBody({ subscriber: { avatar: url, photo: `${url}?2` } }, unwarned, TOOLS)).toEqual({
      subscriber: { photo: `${url}?2` },
    });
    const warnings: string[] = [];
    expect(await contactBody({ photo: '/uploads/a.png' }, (warning) => warnings.push(warning), TOOLS)).toEqual({});
    expect(warnings).toEqual(['photo was left out: it is not an http or https URL']);
  });

  it('warn about a country that is left out', async () => {
    const warnings: string[] = [];
    const warn = (warning: string) => warnings.push(warning);
    expect(await contactBody({ subscriber: { country: 'Atlantis', city: 'Rome' } }, warn, TOOLS)).toEqual({
      subscriber: { city: 'Rome' },
    });
    expect(warnings).toEqual(['country was left out: it is neither the code nor the name of a country']);
  });

  it('have templates in the form of a WordPress post', () => {
    const post = {
      post_title: 'News',
      post_content: '<p>{{contact.city}}</p>',
      post_excerpt: 'Soon',
      edit_type: 'html',
    };
    expect(templateBody({ template: { ...post, design_template: 'classic', email_subject: 'Hi' } }, unwarned)).toEqual(
      expect.objectContaining({
        title: 'News',
        email_body: '<p>{{ contact.city }}</p>',
        email_pre_header: 'Soon',
        email_subject: 'Hi',
        design_template: 'simple',
      }),
    );
    expect(templateBody({ title: 'Ours', design_template: 'mjml' }, unwarned)).toEqual(
      expect.objectContaining({ title: 'Ours', design_template: 'mjml' }),
    );
    expect(asPost({ title: 'News', email_body: 'x', email_pre_header: '' })).toMatchObject({
      post_title: 'News',
      post_content: 'x',
      post_excerpt: '',
    });
  });

  it('have funnels flat or under their name', () => {
    expect(funnelBody({ funnel: { title: 'A' }, migrate: true }, unwarned)).toEqual({ title: 'A', migrate: true });
    expect(funnelBody({ title: 'A', funnel: 'x' }, unwarned)).toEqual({ title: 'A', funnel: 'x' });
  });

  it('name the funnel of a bulk action as a new status', () => {
    const action = { action_name: 'add_to_automation', new_status: 4 };
    expect(bulkActionBody(action)).toEqual({ ...action, funnel_id: 4 });
    expect(bulkActionBody({ ...action, funnel_id: 5 })).toEqual({ ...action, funnel_id: 5 });
    const change = { action_name: 'change_contact_status', new_status: 'subscribed' };
    expect(bulkActionBody(change)).toEqual(change);
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
