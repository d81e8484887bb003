// Bodies that can be sent as they are where there are a list 1 and a contact 1.

/** The steps of a simple funnel. */
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

export const FUNNELS = {
  welcome: {
    summary: 'A welcome to whoever comes to list 1',
    value: { title: 'Welcome', trigger_name: 'list_applied', settings: { lists: [1] }, sequences: EXAMPLE_SEQUENCES },
  },
  branches: {
    summary: 'With two ways',
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
            no: [{ action_name: 'end_this_funnel', title: 'Nothing for others' }],
          },
        },
      ],
    },
  },
};

export const FUNNEL_CHANGES = {
  title: { summary: 'Another title', value: { title: 'Welcome again' } },
  hours: { summary: 'No mails at night', value: { settings: { quiet_hours: { from: '21:00', to: '08:00' } } } },
};

export const SAVED_SEQUENCES = {
  steps: { summary: 'For whoever comes in from now on', value: { sequences: EXAMPLE_SEQUENCES } },
  migrating: { summary: 'For those inside as well', value: { sequences: EXAMPLE_SEQUENCES, migrate: true } },
};

export const RESTORATIONS = {
  newcomers: { summary: 'For whoever comes in from now on', value: {} },
  migrating: { summary: 'For those inside as well', value: { migrate: true } },
};

export const STATUSES = {
  publish: { summary: 'Publish it', value: { status: 'published' } },
  pause: { summary: 'Pause it', value: { status: 'paused' } },
};

export const ADDED = { one: { summary: 'Contact 1', value: { subscribers: [1] } } };

export const FIRED = {
  cart: { summary: 'With what funnels are told', value: { contact_id: 1, payload: { cart_total: 59.9 } } },
};

export const CALLED_IN = {
  contact: {
    summary: 'A contact, created or updated',
    value: { funnel_id: 1, subscriber_data: { email: 'ada@example.com', first_name: 'Ada' } },
  },
};
