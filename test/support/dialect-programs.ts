/** Ids of earlier responses, by name. */
export type Kept = Readonly<Record<string, number>>;
export type Made<Value> = Value | ((kept: Kept) => Value);

/** One request of a program, and the members of the response that the program reads. */
export interface Request {
  /** Method and path; `{name}` is replaced by a kept id. */
  readonly call: string;
  readonly json?: Made<object>;
  /** A body as `application/x-www-form-urlencoded`. */
  readonly form?: string;
  /** Text with another content type. */
  readonly text?: readonly [type: string, body: string];
  readonly status?: number;
  readonly reads?: Made<object>;
  /** Ids that later requests use: name and place in the body. */
  readonly keep?: Readonly<Record<string, string>>;
  /** A following request that shows the effect. */
  readonly shows?: readonly [path: string, expected: Made<object>];
  /** Why Carillon does not have it; docs/compatibility.md names the feature. */
  readonly notOffered?: { readonly feature: string; readonly reason: string };
}

const having = (members: object): object => expect.objectContaining(members) as object;
const holding = (...items: unknown[]): object => expect.arrayContaining(items) as object;
const aNumber = expect.any(Number) as number;
const aText = expect.any(String) as string;
const aWarning = expect.arrayContaining([expect.any(String)]) as object;
/** What routes of missing features answer. */
const NO_ROUTE = { status: 404, reads: { code: 'rest_no_route' } };
const WITH_VALUES = '?with[]=subscriber.custom_values';

const field = (label = '', slug = '', type = 'text') => ({ field_key: type, type, label, slug });
const CART_FIELDS = [
  ['Cart Id', 'cart_id'],
  ['CheckoutURL', 'checkouturl'],
  ['Currency', 'currency'],
  ['Cart Total', 'cart_total'],
  ['user Id', 'user_id'],
  ['Abandoned Date', 'abandoned_date'],
  ['Captured by', 'captured_by'],
  ['Cart Subtotal', 'cart_subtotal'],
  ['Cart Discount', 'cart_discount'],
  ['Cart Shipping', 'cart_shipping'],
  ['Cart Total Before Tax', 'cart_total_before_tax'],
  ['Cart Tax', 'cart_tax'],
  ['Cart Total Products', 'cart_totalProducts'],
  ['Reason', 'reason'],
  ['Order Id', 'order_id'],
  ['New Email Id', 'new_email_id'],
  ['Old Email Id', 'old_email_id'],
  ['Cart Abandoned', 'car_abandoned'],
].map(([label, slug]) => field(`Wcap ${label}`, `wcap_${slug}`));
const FIELDS = [
  ...CART_FIELDS,
  field('Wcap Cart Products', 'wcap_cart_products', 'textarea'),
  field('Wcap Abandoned Cart Html', 'wcap_abandoned_cart_html', 'textarea'),
];
const link = (characters: number): string => 'https://shop.example/checkout?cart='.padEnd(characters, 'x');
const CART = {
  wcap_cart_id: 7,
  wcap_checkouturl: link(400),
  wcap_currency: 'EUR',
  wcap_cart_products: '[{"id":3,"qty":2}]',
  wcap_cart_total: 45.5,
  wcap_user_id: 0,
  wcap_cart_discount: false,
  wcap_cart_totalProducts: '2',
  wcap_abandoned_cart_html: `<table>${'<tr></tr>'.repeat(2_500)}</table>`,
};
const cart = (email: string, tags: Made<unknown[]>, custom_values: object) => (kept: Kept) => ({
  email,
  status: 'subscribed',
  __force_update: 'yes',
  tags: typeof tags === 'function' ? tags(kept) : tags,
  custom_values,
});

const ABANDONED_CART: Request[] = [
  { call: 'GET /lists', reads: { lists: [] } },
  {
    call: 'POST /lists',
    json: { title: 'Abandoned Carts', slug: 'abandoned-carts' },
    reads: { lists: { id: aNumber, slug: 'abandoned-carts' } },
    keep: { carts: 'lists.id' },
  },
  { call: 'GET /lists', reads: (kept) => ({ lists: [{ id: kept['carts'], title: 'Abandoned Carts' }] }) },
  {
    call: 'PUT /custom-fields/contacts',
    json: { fields: FIELDS },
    shows: ['/custom-fields/contacts', { fields: holding(having({ slug: 'wcap_cart_totalProducts', type: 'text' })) }],
  },
  ...['Created Cart', 'Modifed Cart', 'Ignored Cart', 'Recovered Cart', 'Order Placed'].map((title): Request => ({
    call: 'POST /tags',
    json: { title },
    reads: { lists: { id: aNumber, title } },
    keep: { [title]: 'lists.id' },
  })),
  {
    call: 'PUT /custom-fields/contacts',
    json: { fields: FIELDS },
    shows: ['/custom-fields/contacts', { fields: FIELDS.map(({ slug }) => ({ slug })) }],
  },
  { call: 'GET /tags', reads: { tags: { data: holding(having({ title: 'Order Placed' })), total: 5 } } },
  {
    call: 'POST /subscribers',
    json: (kept) => ({
      email: 'buyer@shop.example',
      first_name: 'Ada',
      phone: 491_234,
      postal_code: 10_115,
      status: 'subscribed',
      lists: [kept['carts']],
      __force_update: 'yes',
    }),
    reads: { message: aText, contact: { id: aNumber, phone: '491234', postal_code: '10115' } },
    keep: { buyer: 'contact.id' },
  },
  {
    call: 'POST /subscribers',
    json: cart('buyer@shop.example', (kept) => [kept['Created Cart']], CART),
    reads: { message: aText, action_type: 'updated' },
    shows: [
      `/subscribers/{buyer}${WITH_VALUES}`,
      {
        subscriber: {
          tags: [{ title: 'Created Cart' }],
          custom_values: {
            ...CART,
            wcap_cart_id: '7',
            wcap_cart_total: '45.5',
            wcap_user_id: '0',
            wcap_cart_discount: expect.any(String),
          },
        },
      },
    ],
  },
  {
    call: 'POST /subscribers',
    json: cart('buyer@shop.example', (kept) => [kept['Modifed Cart']], {
      ...CART,
      wcap_checkouturl: link(3_000),
      wcap_abandoned_cart_html: 'y'.repeat(70_000),
    }),
    reads: { message: aText, warnings: [expect.stringContaining('wcap_'), expect.stringContaining('wcap_')] },
    shows: [
      `/subscribers/{buyer}${WITH_VALUES}`,
      {
        subscriber: { custom_values: { wcap_checkouturl: link(2_048), wcap_abandoned_cart_html: 'y'.repeat(65_536) } },
      },
    ],
  },
  {
    call: 'POST /subscribers',
    json: cart('moved@shop.example', (kept) => [null, kept['Ignored Cart']], {
      wcap_reason: 'Email changed',
      wcap_old_email_id: 'buyer@shop.example',
    }),
    reads: { message: aText, action_type: 'created', contact: { tags: [{ title: 'Ignored Cart' }] } },
  },
  {
    call: 'POST /subscribers',
    json: cart('buyer@shop.example', (kept) => [kept['Recovered Cart']], { wcap_order_id: 4_711, wcap_reason: 'Paid' }),
    reads: { message: aText },
    shows: [
      `/subscribers/{buyer}${WITH_VALUES}`,
      { subscriber: { tags: holding(having({ title: 'Recovered Cart' })), custom_values: { wcap_order_id: '4711' } } },
    ],
  },
  {
    call: 'POST /subscribers/sync-segments',
    json: (kept) => ({ type: 'lists', detach: ['abandoned-carts'], subscribers: [kept['buyer']] }),
    reads: { message: aText },
    shows: ['/subscribers/{buyer}', { subscriber: { lists: [] } }],
  },
];

const DUES: Request[] = [
  { call: 'GET /lists', reads: (kept) => ({ lists: holding(having({ id: kept['members'], title: 'Members' })) }) },
  {
    call: 'GET /subscribers?lists[]={members}&custom_fields=true&per_page=1000&sort_by=company_name&sort_order=ASC',
    reads: (kept) => ({ total: 2, data: [{ id: kept['first'], custom_values: {} }, { id: kept['second'] }] }),
  },
];

const BY_CHANGE = 'sort_by=updated_at&sort_order=DESC';
const DASHBOARD: Request[] = [
  {
    call: 'GET /subscribers?lists[]={members}&per_page=1&page=1&sort_by=id&sort_order=ASC',
    reads: (kept) => ({ total: 2, last_page: 2, data: [{ id: kept['first'], created_at: aText, updated_at: aText }] }),
  },
  {
    call: 'GET /subscribers?lists[]={members}&per_page=1&page=2&sort_by=id&sort_order=ASC',
    reads: (kept) => ({ current_page: 2, next_page_url: null, data: [{ id: kept['second'] }] }),
  },
  { call: 'GET /lists', reads: { lists: holding(having({ title: 'Members', totalCount: 2, subscribersCount: 2 })) } },
  {
    call: 'GET /tags?per_page=100&page=1',
    reads: { tags: { per_page: 100, data: holding(having({ title: 'Vip' })) } },
  },
  {
    call: 'GET /campaigns?per_page=50&with[]=stats',
    reads: { campaigns: { total: aNumber, data: expect.any(Array) } },
  },
  { call: 'GET /reports/dashboard-stats', reads: { stats: { total_subscribers: { title: aText, count: aNumber } } } },
  {
    // The first one was changed after the second one was created.
    call: `GET /subscribers?lists[]={members}&per_page=1&page=1&${BY_CHANGE}`,
    reads: (kept) => ({ total: 2, data: [{ id: kept['first'], city: 'Rome' }] }),
  },
  {
    call: `GET /subscribers?lists[]={members}&per_page=1&page=2&${BY_CHANGE}`,
    reads: (kept) => ({ data: [{ id: kept['second'] }] }),
  },
];

const CUSTOMERS: Request[] = [
  { call: 'GET /companies?per_page=100', reads: { companies: { data: holding(having({ name: 'Acme' })) } } },
  {
    call: 'GET /subscribers/{first}?with[]=companies',
    reads: (kept) => ({ subscriber: { id: kept['first'], companies: [{ id: kept['acme'], name: 'Acme' }] } }),
  },
  {
    call: 'GET /subscribers?per_page=100&page=1&lists[]={members}',
    reads: { data: [expect.not.objectContaining({ company: expect.anything() }), having({ email: aText })] },
    notOffered: { feature: '`company_id`', reason: 'rows of contacts have no company_id and company' },
  },
];

const COURSE_SITE: Request[] = [
  { call: 'GET /subscribers?search=student@course.example', reads: { total: 0, data: [] } },
  {
    call: 'POST /subscribers',
    json: (kept) => ({ email: 'student@course.example', status: 'subscribed', lists: [kept['members'], 987_654] }),
    reads: { contact: { id: aNumber, lists: [{ title: 'Members' }] }, warnings: [expect.stringContaining('987654')] },
    keep: { student: 'contact.id' },
  },
  {
    call: 'GET /subscribers/0?get_by_email=student@course.example',
    reads: (kept) => ({ subscriber: { id: kept['student'], status: 'subscribed' } }),
  },
  {
    call: 'PUT /subscribers/{student}',
    json: { subscriber: { attach_tags: ['course-pam-0526'] } },
    reads: { contact: { tags: [{ id: aNumber, slug: 'course-pam-0526' }] } },
    shows: ['/tags?search=course-pam-0526', { tags: { total: 1, data: [{ slug: 'course-pam-0526' }] } }],
  },
  {
    call: 'PUT /subscribers/{student}',
    json: { attach_tags: ['Course-PAM-0526', 987_654], attach_lists: ['Members', 987_654] },
    reads: { contact: { lists: [{ title: 'Members' }] }, warnings: holding(expect.stringContaining('987654')) },
    // Found by its slug, not created again.
    shows: ['/tags?search=course-pam-0526', { tags: { total: 1 } }],
  },
  {
    call: 'POST /subscribers/track-event',
    json: { email: 'student@course.example', event_key: 'purchase', title: 'Course', provider: 'site', value: '49' },
    reads: { message: aText, id: aNumber },
    shows: ['/subscribers/{student}/tracking-events', { events: { data: [{ event_key: 'purchase', value: '49' }] } }],
  },
];

const COURSE_AUTOMATION: Request[] = [
  {
    call: 'GET /funnels?search=AT0425&per_page=50',
    reads: (kept) => ({ funnels: [{ id: kept['course'], title: 'Course AT0425' }] }),
  },
  {
    call: 'GET /funnels/{course}?with[]=funnel_sequences&with[]=triggers',
    reads: {
      funnel: { title: 'Course AT0425', conditions: expect.any(Object) },
      funnel_sequences: [{ id: aNumber, action_name: 'send_custom_email', settings: { email_subject: aText } }],
    },
  },
  { call: 'GET /lists?per_page=50', reads: { lists: holding(having({ title: 'Members', slug: 'members' })) } },
  {
    call: 'PUT /funnels/{course}',
    json: { title: 'Course AT0526', conditions: {} },
    shows: ['/funnels/{course}', { funnel: { title: 'Course AT0526' } }],
  },
  {
    call: 'POST /funnels',
    json: { funnel: { title: 'Bought AT0526', trigger_name: 'woocommerce_purchased_order' } },
    reads: { message: aText, funnel: { id: aNumber, status: 'draft' } },
    keep: { bought: 'funnel.id' },
    shows: ['/funnels/{bought}', { funnel: { trigger_name: 'woocommerce_purchased_order', status: 'draft' } }],
  },
  { call: 'GET /tags?search=AT0526', reads: { tags: { data: [] } } },
  { call: 'POST /tags', json: { title: 'AT0526' }, reads: { item: { id: aNumber } }, keep: { course_tag: 'item.id' } },
  {
    call: 'POST /lists',
    json: { title: 'AT0526' },
    reads: { item: { id: aNumber } },
    keep: { course_list: 'item.id' },
  },
  {
    call: 'POST /templates',
    json: {
      template: { post_title: 'Course', post_content: '<p>Hi {{contact.first_name|you}}</p>', email_subject: 'A' },
    },
    reads: { template_id: aNumber },
    keep: { template: 'template_id' },
  },
  {
    call: 'GET /templates/{template}',
    reads: { template: { post_title: 'Course', post_content: expect.stringContaining('contact.first_name') } },
  },
  {
    call: 'POST /subscribers',
    json: (kept) => ({
      email: 'pupil@course.example',
      first_name: 'Pia',
      status: 'subscribed',
      tags: [String(kept['course_tag'])],
      lists: [String(kept['course_list'])],
    }),
    reads: { contact: { tags: [{ title: 'AT0526' }], lists: [{ title: 'AT0526' }] } },
    keep: { pupil: 'contact.id' },
  },
  {
    call: 'POST /campaigns',
    json: { title: 'Course starts' },
    reads: { id: aNumber, status: 'draft' },
    keep: { campaign: 'id' },
  },
  {
    call: 'PUT /campaigns/{campaign}',
    json: (kept) => ({
      title: 'Course starts',
      email_subject: 'Hello {{contact.first_name|you}}',
      email_body: '<p>It starts</p>',
      template_id: String(kept['template']),
      settings: { subscribers: [{ list: String(kept['course_list']), tag: 'all' }], sending_filter: 'list_tag' },
    }),
    reads: { campaign: { title: 'Course starts' } },
  },
  { call: 'GET /campaigns/{campaign}/estimated-recipients-count', reads: { estimated_count: 1 } },
  { call: 'POST /campaigns/{campaign}/send', json: {}, reads: { message: aText } },
  {
    call: 'GET /campaigns/{campaign}/status',
    reads: { sent_count: 1, campaign: { status: 'sent' } },
    shows: ['/subscribers/{pupil}/emails', { emails: { total: 1, data: [{ email_subject: 'Hello Pia' }] } }],
  },
];

const signUp = (email: string): string => `email=${encodeURIComponent(email)}&status=subscribed&last_name=O%27Neill`;
const ENCODINGS: Request[] = [
  {
    // Python: requests.post(data=...).
    call: 'POST /subscribers',
    form: `${signUp('webinar@example.com')}&lists=6001&tags[0]=Webinar`,
    reads: { contact: { last_name: "O'Neill", tags: [{ title: 'Webinar' }], lists: [] }, warnings: aWarning },
  },
  {
    // jQuery: $.ajax({data}).
    call: 'POST /subscribers/',
    form: `${signUp('feed+1@example.com')}&tags%5B%5D=Feed&lists%5B%5D=Members&custom_values%5Bwcap_reason%5D=a%26b`,
    reads: { contact: { email: 'feed+1@example.com', tags: [{ title: 'Feed' }], lists: [{ title: 'Members' }] } },
    keep: { feed: 'contact.id' },
    shows: [`/subscribers/{feed}${WITH_VALUES}`, { subscriber: { custom_values: { wcap_reason: 'a&b' } } }],
  },
  {
    call: `POST /subscribers?${signUp('query@example.com')}&tags[]=Query`,
    reads: { contact: { email: 'query@example.com', last_name: "O'Neill", tags: [{ title: 'Query' }] } },
  },
  {
    call: 'POST /subscribers',
    text: ['application/x-www-form-urlencoded', '{"email":"text@example.com","status":"subscribed","tags":["A=b&c"]}'],
    reads: { contact: { email: 'text@example.com', tags: [{ title: 'A=b&c' }] } },
  },
];

const LEAD_FORMS: Request[] = [
  {
    call: 'POST /subscribers',
    json: { email: 'lead@example.com', status: 'subscribed', tags: ['Lead', 'Hot lead'], custom_values: { stage: 3 } },
    reads: { contact: { id: aNumber, tags: holding(having({ title: 'Lead' }), having({ title: 'Hot lead' })) } },
    shows: ['/tags?search=Hot lead', { tags: { total: 1 } }],
  },
  {
    call: 'POST /subscribers',
    json: (kept) => ({
      email: 'call@example.com',
      status: 'subscribed',
      phone: '+49 30',
      tags: [kept['vip'], 'callcenter'],
    }),
    reads: { contact: { tags: holding(having({ title: 'Vip' }), having({ title: 'callcenter' })) } },
  },
  {
    call: 'POST /subscribers',
    json: { email: 'no@example.com', status: 'subscribed', custom_values: { no_such_field: '1' } },
    status: 400,
    reads: { code: 'rest_invalid_param', message: expect.stringContaining('no_such_field'), data: { status: 400 } },
  },
];

const CONTACTS_PAGE: Request[] = [
  { call: 'GET /tags', reads: { tags: { data: holding(having({ title: 'Vip', slug: 'vip' })) } } },
  {
    call: 'POST /subscribers',
    json: { email: 'page@example.com', status: 'subscribed', photo: '/uploads/a.png', tags: ['vip', 'Reader'] },
    reads: {
      contact: { id: aNumber, photo: expect.stringMatching(/^https:\/\//), tags: holding(having({ title: 'Vip' })) },
      warnings: [expect.stringContaining('photo')],
    },
    keep: { page: 'contact.id' },
  },
  {
    call: 'PUT /subscribers/{page}',
    json: { subscriber: { first_name: 'Pat', detach_tags: ['vip', 'no-such-tag'], attach_tags: ['Writer'] } },
    reads: { contact: { first_name: 'Pat', tags: expect.not.arrayContaining([having({ slug: 'vip' })]) } },
    shows: ['/subscribers/{page}', { subscriber: { tags: holding(having({ title: 'Writer' })) } }],
  },
  {
    call: 'GET /subscribers?tags[]=Reader&per_page=20',
    reads: { total: 1, data: [{ email: 'page@example.com', photo: expect.stringMatching(/^https:\/\//) }] },
  },
  { call: 'GET /subscribers?tags[]=&search=page@example.com', reads: { total: 1 } },
];

const ORGANIZATIONS: Request[] = [
  { call: 'GET /companies?search=nuevo.example', reads: { companies: { data: [] } } },
  { call: 'GET /companies?search=info@nuevo.example', reads: { companies: { data: [] } } },
  {
    call: 'POST /companies',
    json: { name: 'Colegio Nuevo', website: 'nuevo.example', employees_number: '42' },
    reads: { company: { id: aNumber, website: 'https://nuevo.example', employees_number: 42 } },
    keep: { school: 'company.id' },
  },
  { call: 'GET /companies/{school}', reads: { company: { name: 'Colegio Nuevo' } } },
  {
    call: 'PUT /companies/{school}',
    json: { phone: '+1555', website: 'www.nuevo.example/path' },
    reads: { company: { phone: '+1555', website: 'https://www.nuevo.example/path' } },
  },
  {
    call: 'POST /subscribers',
    json: (kept) => ({
      email: 'head@nuevo.example',
      status: 'subscribed',
      company_id: kept['school'],
      tags: ['org-nuevo'],
      lists: [{ slug: 'members' }],
    }),
    reads: { contact: { id: aNumber, tags: [{ slug: 'org-nuevo' }], lists: [{ slug: 'members' }] } },
    keep: { head: 'contact.id' },
    shows: ['/subscribers?company_ids[]={school}', (kept) => ({ total: 1, data: [{ id: kept['head'] }] })],
  },
  {
    call: 'GET /subscribers?search=head@nuevo.example&per_page=20',
    reads: (kept) => ({ subscribers: { data: [{ id: kept['head'] }] } }),
  },
  {
    call: 'PUT /subscribers/{head}',
    json: { email: 'new@nuevo.example', full_name: 'User One', phone: '+1555', custom_values: { previous: 'head@x' } },
    reads: { contact: { email: 'new@nuevo.example', phone: '+1555' } },
  },
];

const CONTACT_MANAGER: Request[] = [
  {
    call: 'GET /subscribers?per_page=20&page=1&search=page@example.com',
    reads: {
      data: [
        {
          photo: expect.stringMatching(/^https?:\/\//),
          full_name: aText,
          status: 'subscribed',
          tags: expect.any(Array),
        },
      ],
    },
  },
  { call: 'GET /subscribers/{page}', reads: { subscriber: { email: 'page@example.com', photo: aText } } },
  { call: 'GET /tags', reads: { tags: { data: holding(having({ id: aNumber, title: 'Vip' })) } } },
  {
    call: 'PUT /subscribers/{page}',
    json: (kept) => ({ subscriber: { city: 'Rome', attach_tags: [kept['vip']] } }),
    reads: { message: aText, contact: { city: 'Rome', tags: holding(having({ title: 'Vip' })) } },
  },
];

const STEP = { type: 'action', action_name: 'send_custom_email', title: 'Welcome', parent_id: 0 };
const EMAIL = {
  email_subject: 'Hi {{contact.first_name|you}}',
  email_body: '<p>Welcome</p>',
  design_template: 'simple',
};
const AUTOMATIONS: Request[] = [
  {
    call: 'GET /funnels?per_page=10&page=1',
    reads: { funnels: holding(having({ title: 'Course AT0526' })), total: aNumber },
  },
  { call: 'GET /funnels/triggers', reads: { triggers: expect.anything() } },
  {
    call: 'POST /funnels',
    json: { funnel: { title: 'MCP', trigger_name: 'contact_created' } },
    reads: { funnel: { id: aNumber } },
    keep: { automation: 'funnel.id' },
  },
  {
    call: 'PUT /funnels/{automation}/change-trigger',
    json: { trigger_name: 'tag_applied', title: 'MCP 2' },
    reads: { message: aText, funnel: { trigger_name: 'tag_applied', title: 'MCP 2' } },
    shows: ['/funnels/{automation}', { funnel: { trigger_name: 'tag_applied', title: 'MCP 2' } }],
  },
  {
    call: 'POST /funnels/{automation}/sequences/save-email-action',
    json: { action_data: { action_name: 'send_custom_email', campaign: EMAIL } },
    reads: { type: 'created', reference_campaign: aNumber, campaign: { email_subject: aText } },
    keep: { reference: 'reference_campaign' },
  },
  {
    call: 'POST /funnels/{automation}/sequences',
    json: (kept) => ({
      sequences: JSON.stringify([
        { ...STEP, settings: { reference_campaign: kept['reference'], campaign: { id: kept['reference'], ...EMAIL } } },
      ]),
      funnel_title: 'MCP 3',
      status: 'published',
    }),
    reads: { message: aText, sequences: [{ id: aNumber, action_name: 'send_custom_email' }] },
    shows: [
      '/funnels/{automation}?with[]=sequences',
      { funnel: { title: 'MCP 3', status: 'published', sequences: [{ settings: { email_body: '<p>Welcome</p>' } }] } },
    ],
  },
  {
    call: 'GET /funnels/{automation}?with[]=funnel_sequences&with[]=blocks&with[]=block_fields',
    reads: { funnel_sequences: [{ title: 'Welcome' }] },
  },
  {
    call: 'PUT /funnels/{automation}',
    json: { status: 'paused' },
    shows: ['/funnels/{automation}', { funnel: { status: 'paused' } }],
  },
  {
    call: 'GET /funnels/{running}/subscribers?per_page=10',
    reads: (kept) => ({
      funnel_subscribers: { data: [{ subscriber_id: kept['second'], status: 'active' }, { status: 'cancelled' }] },
    }),
  },
  {
    call: 'GET /funnels/subscriber/{second}/automations',
    reads: (kept) => ({
      automations: { total: 1, data: [{ funnel_id: kept['running'], status: 'active', funnel: { title: 'Running' } }] },
    }),
  },
  { call: 'GET /reports/subscribers-growth-rate', reads: { data: holding(having({ date: aText, new: aNumber })) } },
];

const wordpress = (feature: string): NonNullable<Request['notOffered']> => ({
  feature,
  reason: `${feature} of WordPress plugins`,
});
const ABILITIES: Request[] = [
  { call: 'GET /subscribers?per_page=5', reads: { data: holding(having({ email: aText })), per_page: 5 } },
  { call: 'GET /subscribers/{first}?with[]=stats', reads: { subscriber: { stats: { emails: aNumber } } } },
  {
    call: 'POST /subscribers',
    json: { email: 'ability@example.com', status: 'subscribed' },
    reads: { contact: { id: aNumber } },
    keep: { ability: 'contact.id' },
  },
  { call: 'PUT /subscribers/{ability}', json: { first_name: 'Abe' }, reads: { contact: { first_name: 'Abe' } } },
  { call: 'GET /subscribers/{ability}/tracking-events?per_page=5', reads: { events: { data: [], total: 0 } } },
  { call: 'GET /lists', reads: { lists: holding(having({ title: 'Members' })) } },
  { call: 'GET /companies/{acme}', reads: { company: { name: 'Acme' } } },
  {
    // The first one has left, the second one is active.
    call: 'POST /subscribers/do-bulk-action',
    json: (kept) => ({
      action_name: 'add_to_automation',
      subscriber_ids: [kept['first'], kept['second']],
      new_status: kept['running'],
    }),
    reads: { affected: 1, skipped: 1, message: expect.stringContaining('active') },
    shows: [
      '/funnels/{running}/subscribers?status=active',
      (kept) => ({ funnel_subscribers: { total: 2, data: holding(having({ subscriber_id: kept['first'] })) } }),
    ],
  },
  {
    call: 'PUT /subscribers/subscribers-property',
    json: (kept) => ({ property: 'status', value: 'unsubscribed', subscribers: [kept['ability'], 987_654] }),
    reads: { message: aText },
    shows: ['/subscribers/{ability}', { subscriber: { status: 'unsubscribed' } }],
  },
  {
    call: 'PUT /companies/companies-property',
    json: (kept) => ({ property: 'type', value: 'Partner', companies: [kept['acme']] }),
    reads: { message: aText },
    shows: ['/companies/{acme}', { company: { type: 'Partner' } }],
  },
  {
    call: 'GET /subscribers/{pupil}/emails',
    reads: { emails: { total: 1, data: [{ email_subject: 'Hello Pia', status: 'sent', email_address: aText }] } },
  },
  {
    call: 'GET /subscribers/search-contacts?search=ability@example.com',
    reads: (kept) => ({ contacts: { [String(kept['ability'])]: { email: 'ability@example.com', first_name: 'Abe' } } }),
  },
  {
    call: 'GET /subscribers/{first}/purchase-history?provider=woo',
    reads: { orders: { total: 1, data: [{ status: 'completed' }] } },
  },
  {
    call: 'POST /lists/bulk',
    json: { lists: [{ title: 'Bulk A' }, { title: 'Members', slug: 'members' }, { title: '' }] },
    reads: (kept) => ({ message: aText, ids: [aNumber, kept['members']] }),
    shows: ['/lists?search=Bulk A', { lists: [{ title: 'Bulk A', slug: 'bulk-a' }] }],
  },
  {
    call: 'POST /campaigns/send-test-email',
    json: (kept) => ({ campaign_id: kept['campaign'], email: 'tester@example.com' }),
    reads: { message: aText },
  },
  {
    call: 'GET /companies/search?search=Acme',
    reads: (kept) => ({ results: [{ id: kept['acme'], name: 'Acme' }], has_more: false }),
  },
  {
    call: 'POST /subscribers/{ability}/notes',
    json: { note: { title: 'Call', description: '<p>Called</p>', type: 'call' } },
    reads: { note: { id: aNumber, created_at: aText } },
    shows: ['/subscribers/{ability}/notes', { notes: { total: 1, data: [{ title: 'Call' }] } }],
  },
  {
    call: 'DELETE /subscribers',
    json: (kept) => ({ subscribers: [kept['ability']] }),
    reads: { message: aText },
    shows: ['/subscribers?search=ability@example.com', { total: 0 }],
  },
  { call: 'GET /subscribers/{first}/form-submissions', ...NO_ROUTE, notOffered: wordpress('forms') },
  { call: 'GET /subscribers/{first}/support-tickets', ...NO_ROUTE, notOffered: wordpress('support tickets') },
  { call: 'GET /subscribers/{first}/dynamic-item-view?item_type=a', ...NO_ROUTE, notOffered: wordpress('views') },
  { call: 'GET /subscribers/{first}/external_view', ...NO_ROUTE, notOffered: wordpress('views') },
  { call: 'GET /subscribers/{first}/url-metrics', ...NO_ROUTE, notOffered: wordpress('`url-metrics`') },
  {
    call: 'POST /subscribers-export',
    json: { format: 'csv' },
    ...NO_ROUTE,
    notOffered: wordpress('`subscribers-export`'),
  },
];

/** The programs of the table in the review, with the number of their requests. */
export const PROGRAMS: [name: string, requests: number, Request[]][] = [
  ['Abandoned Cart Pro for WooCommerce', 17, ABANDONED_CART],
  ['Association dues report', 2, DUES],
  ['Growth dashboard', 8, DASHBOARD],
  ['Customer database sync', 3, CUSTOMERS],
  ['Course site client', 6, COURSE_SITE],
  ['Course automation and course admin', 16, COURSE_AUTOMATION],
  ['Webinar service, product feed sign-up, and other encodings', 4, ENCODINGS],
  ['Lead forms', 3, LEAD_FORMS],
  ['Contacts page', 5, CONTACTS_PAGE],
  ['Organization sync', 8, ORGANIZATIONS],
  ['Contact manager', 4, CONTACT_MANAGER],
  ['sabiertas MCP server', 11, AUTOMATIONS],
  ['WordPress Abilities proxy', 24, ABILITIES],
];
