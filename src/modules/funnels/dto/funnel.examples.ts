// Request bodies that work as they are if list 1 and contact 1 exist.

export const EXAMPLE_SEQUENCES = [
  {
    action_name: 'send_custom_email',
    title: 'Hello',
    settings: {
      email_subject: 'Hello {{ contact.first_name | default: "there" }}',
      email_body: '<p>Good to have you here.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    },
  },
  {
    action_name: 'wait_times',
    title: 'Two days',
    settings: { wait_type: 'unit_wait', wait_time_amount: 2, wait_time_unit: 'days' },
  },
];

export const STEP_TEST_EMAILS = {
  data: {
    summary: 'With data of an order',
    value: { emails: ['you@example.com'], data: { order: { total: 59.9, currency: 'EUR' } } },
  },
};

export const FUNNELS = {
  welcome: {
    summary: 'Welcome contacts that join list 1',
    value: { title: 'Welcome', trigger_name: 'list_applied', settings: { lists: [1] }, sequences: EXAMPLE_SEQUENCES },
  },
  branches: {
    summary: 'With two branches',
    value: {
      title: 'Welcome, by country',
      trigger_name: 'contact_created',
      sequences: [
        {
          action_name: 'funnel_condition',
          title: 'From France?',
          settings: { conditions: [[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]] },
          children: {
            yes: [{ action_name: 'add_contact_to_list', title: 'French news', settings: { lists: [1] } }],
            no: [{ action_name: 'end_this_funnel', title: 'No email for others' }],
          },
        },
      ],
    },
  },
};

export const FUNNEL_CHANGES = {
  title: { summary: 'Change the title', value: { title: 'Welcome again' } },
  hours: { summary: 'No emails at night', value: { settings: { quiet_hours: { from: '21:00', to: '08:00' } } } },
};

export const SAVED_SEQUENCES = {
  steps: { summary: 'For new enrollments', value: { sequences: EXAMPLE_SEQUENCES } },
  migrating: { summary: 'Also for active enrollments', value: { sequences: EXAMPLE_SEQUENCES, migrate: true } },
};

export const RESTORATIONS = {
  candidates: { summary: 'For new enrollments', value: {} },
  migrating: { summary: 'Also for active enrollments', value: { migrate: true } },
};

export const STATUSES = {
  publish: { summary: 'Publish', value: { status: 'published' } },
  pause: { summary: 'Pause', value: { status: 'paused' } },
};

export const ADDED = { one: { summary: 'Enroll contact 1', value: { subscribers: [1] } } };

export const FIRE_TRIGGER = {
  cart: { summary: 'With a payload', value: { contact_id: 1, payload: { cart_total: 59.9 } } },
};

export const TRIGGER_FUNNEL = {
  contact: {
    summary: 'Create or update a contact, and enroll it',
    value: { funnel_id: 1, subscriber_data: { email: 'ada@example.com', first_name: 'Ada' } },
  },
};
