// Request bodies that work if a list 1 with a subscribed contact exists.

const CONTENT = {
  email_subject: 'Hello {{ contact.first_name | default: "there" }}',
  email_pre_header: 'What is new in spring',
  email_body:
    '<p>Hello {{ contact.first_name | default: "there" }},</p><p><a href="https://example.com/spring">See what is new</a></p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
};

export const CAMPAIGN_EXAMPLES = {
  to_a_list: {
    summary: 'To all contacts in list 1',
    value: { title: 'Spring news', ...CONTENT, settings: { subscribers: [{ list: 1, tag: 'all' }] } },
  },
  ab_test: {
    summary: 'A/B test of two subjects on 20 % of the recipients',
    value: {
      title: 'Spring news, tested',
      ...CONTENT,
      lists: [1],
      settings: {
        ab_test: {
          variants: [{ key: 'a' }, { key: 'b', subject: 'Spring is here' }],
          sample_percent: 20,
          metric: 'clicks',
          wait_minutes: 120,
        },
      },
    },
  },
  title_only: { summary: 'Title only', value: { title: 'Summer news' } },
};

export const CAMPAIGN_CHANGES = {
  content: { summary: 'New subject', value: { email_subject: 'Spring is here' } },
  pacing: {
    summary: 'Slowly, during office hours only',
    value: {
      settings: {
        throttle: { per_hour: 5000 },
        send_window: {
          days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
          from: '09:00',
          to: '17:00',
          timezone: 'Europe/Berlin',
        },
      },
    },
  },
};

export const SCHEDULES = {
  moment: { summary: 'At a given time', value: { scheduled_at: '2030-03-01 09:00:00' } },
  range: {
    summary: 'Spread over two hours, with `settings.sending_type` `range_schedule`',
    value: { scheduled_at: '2030-03-01T09:00:00+01:00', scheduled_until: '2030-03-01T11:00:00+01:00' },
  },
};

export const RENAMES = { title: { summary: 'New title', value: { title: 'Spring news, as sent' } } };

export const RESENDS = {
  same: { summary: 'Unchanged', value: {} },
  subject: { summary: 'With a new subject', value: { email_subject: 'In case you have missed it' } },
};

export const WINNERS = { b: { summary: 'Variant b', value: { key: 'b' } } };

export const SETTLEMENTS = {
  sent: { summary: 'The emails arrived', value: { as: 'sent' } },
  resend: { summary: 'Send the emails again', value: { as: 'resend' } },
};

export const PREVIEWS = {
  made_up: { summary: 'For a sample contact', value: {} },
  contact: { summary: 'For contact 1', value: { contact_id: 1 } },
  variant: { summary: 'A variant of the A/B test', value: { variant: 'b' } },
};

export const TEST_EMAILS = {
  address: { summary: 'To one address', value: { emails: ['you@example.com'] } },
  as_contact: { summary: 'With the values of contact 1', value: { emails: ['you@example.com'], contact_id: 1 } },
};
