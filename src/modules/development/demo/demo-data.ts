/** A small coffee roastery: its lists, fields, emails, and products. */
export const DEMO_LISTS = [
  { title: 'Newsletter', description: 'News every two weeks', isPublic: true },
  { title: 'Product updates', description: 'What is new in the shop', isPublic: true },
  { title: 'Regular customers', description: 'News for customers who order often' },
];

export const DEMO_TAGS = ['coffee', 'tea', 'wholesale', 'met at the fair', 'VIP'];

export const DEMO_FIELDS = [
  { type: 'select-one', label: 'Favorite roast', options: ['light', 'medium', 'dark'] },
  { type: 'checkbox', label: 'Interests', options: ['brewing', 'recipes', 'events'] },
  { type: 'select-one', label: 'Language', options: ['de', 'en', 'es', 'fr', 'ja', 'pl'] },
  { type: 'date', label: 'Customer since' },
  { type: 'text', label: 'Basket' },
  { type: 'number', label: 'Basket total' },
] as const;

export const DEMO_FUNNEL_TAGS = [
  'welcomed',
  'left a basket',
  'offered a voucher',
  'offered free delivery',
  'gone quiet',
];

export const DEMO_COMPANIES = [
  { name: 'Harbor Hotels', industry: 'Hospitality', city: 'Hamburg', country: 'DE', employeesNumber: 120 },
  { name: 'Café Lumière', industry: 'Gastronomy', city: 'Lyon', country: 'FR', employeesNumber: 9 },
  { name: 'Galway Grocers', industry: 'Retail', city: 'Galway', country: 'IE', employeesNumber: 34 },
];

export const DEMO_SEGMENTS = [
  {
    title: 'Quiet for 90 days',
    filters: [
      [
        { source: ['subscriber', 'status'], operator: '=', value: 'subscribed' },
        { source: ['subscriber', 'created_at'], operator: 'not_within_days', value: 90 },
        { source: ['activity', 'last_click_at'], operator: 'not_within_days', value: 90 },
      ],
    ],
  },
  {
    title: 'Customers in Germany',
    filters: [
      [
        { source: ['subscriber', 'contact_type'], operator: '=', value: 'customer' },
        { source: ['subscriber', 'country'], operator: '=', value: 'DE' },
      ],
    ],
  },
];

export const DEMO_COFFEES = [
  { external_id: 'SIDAMO-250', title: 'Sidamo, 250 g', price: 9.5, yen: 1_400 },
  { external_id: 'HUILA-500', title: 'Huila, 500 g', price: 16.9, yen: 2_500 },
  { external_id: 'MANDHELING-1000', title: 'Mandheling, 1 kg', price: 31.4, yen: 4_600 },
] as const;

export interface DemoCampaign {
  /** Days after the beginning of the history. */
  readonly day: number;
  readonly title: string;
  readonly subject: string;
  readonly preHeader: string;
  readonly text: string;
  readonly links: readonly (readonly [path: string, text: string])[];
  /** The subject of the second variant of an A/B test. */
  readonly otherSubject?: string;
}

const NAME = '{{ contact.first_name | default: "coffee friend" }}';

export const DEMO_CAMPAIGNS: readonly DemoCampaign[] = [
  {
    ...{ day: 12, title: 'Opening of the new roastery', subject: 'We have moved. Come and see the new roastery' },
    ...{ preHeader: 'More room, and a second roaster', text: 'The new roastery is open every day except Monday.' },
    links: [
      ['visit', 'How to find us'],
      ['coffee', 'All coffees'],
      ['events/opening', 'The opening party'],
    ],
  },
  {
    ...{ day: 26, title: 'Three new coffees', subject: `${NAME}, three new coffees are here` },
    ...{ preHeader: 'Sidamo, Huila, and Mandheling', text: 'We tasted forty samples and chose three.' },
    links: [
      ['coffee/sidamo', 'Sidamo, light and floral'],
      ['coffee/huila', 'Huila, sweet as caramel'],
      ['coffee/mandheling', 'Mandheling, dark and mild'],
    ],
  },
  {
    ...{ day: 40, title: 'Free delivery week', subject: 'Free delivery until Sunday' },
    ...{ preHeader: 'On every order, whatever its size', text: 'This week, the delivery of every order is on us.' },
    otherSubject: `${NAME}, your coffee, delivered for free`,
    links: [
      ['coffee', 'Order now'],
      ['coffee/huila', 'The favorite of the month'],
      ['delivery', 'Countries and delivery times'],
    ],
  },
  {
    ...{ day: 54, title: 'Cold brew recipe', subject: 'The cold brew that needs no equipment' },
    ...{
      preHeader: 'Twelve hours, a jar, and a sieve',
      text: 'Our recipe for warm days needs only a jar and a sieve.',
    },
    links: [
      ['recipes/cold-brew', 'The recipe'],
      ['coffee/sidamo', 'The best coffee for it'],
      ['recipes', 'All recipes'],
    ],
  },
  {
    ...{ day: 68, title: 'Behind the scenes in Huila', subject: 'Where your coffee grows: a visit to Huila' },
    ...{ preHeader: 'Pictures of our journey', text: 'We visited the cooperative that grows our Huila.' },
    links: [
      ['journal/huila', 'The journey in pictures'],
      ['coffee/huila', 'Taste it'],
      ['journal', 'More from the journal'],
    ],
  },
  {
    ...{ day: 82, title: 'Gift boxes', subject: `A gift box for a coffee lover, ${NAME}?` },
    ...{
      preHeader: 'Three coffees and a handwritten card',
      text: 'The gift boxes are back, with a card that we write.',
    },
    links: [
      ['gifts', 'Choose a box'],
      ['gifts/card', 'What we should write'],
      ['delivery', 'Delivery in time'],
    ],
  },
  {
    ...{ day: 96, title: 'Coffee tasting', subject: 'Six seats are left for the tasting' },
    ...{ preHeader: 'On Saturday in the roastery', text: 'Taste eight coffees side by side, with our roaster.' },
    links: [
      ['events/tasting', 'Book a seat'],
      ['visit', 'How to find us'],
      ['coffee', 'All coffees'],
    ],
  },
  {
    ...{ day: 108, title: 'Spring roasts', subject: `Hello ${NAME}, the spring roasts are here` },
    ...{ preHeader: 'A new roast, and a recipe for warm days', text: 'The spring roasts are lighter than ever.' },
    links: [
      ['coffee/spring', 'The spring roasts'],
      ['coffee/sidamo', 'Sidamo is back'],
      ['recipes/cold-brew', 'A recipe for warm days'],
    ],
  },
];

/** Sent five days after the end of the history. */
export const DEMO_SCHEDULED: DemoCampaign = {
  ...{ day: 5, title: 'Subscriptions', subject: 'Your coffee every month, without thinking of it' },
  ...{ preHeader: 'Pause it whenever you like', text: 'From now on, you can subscribe to your favorite coffee.' },
  links: [
    ['subscriptions', 'How it works'],
    ['coffee', 'Choose a coffee'],
  ],
};

export const DEMO_DRAFT: DemoCampaign = {
  ...{ day: 0, title: 'Summer festival', subject: 'Save the date: our summer festival' },
  ...{ preHeader: 'Music, coffee, and cake', text: 'The program is coming soon.' },
  links: [['events/summer', 'What we plan']],
};

export function bodyOf({ text, links }: DemoCampaign): string {
  const items = links.map(([path, label]) => `<li><a href="https://shop.example/${path}">${label}</a></li>`);
  return `<h1 style="font-size:26px;line-height:1.25">Hello ${NAME},</h1>
<p>${text}</p>
<ul>
${items.join('\n')}
</ul>
<p>Your friends at {{ business.name }}</p>
<p style="font-size:13px;color:#667">You receive this email because you subscribed to our newsletter.
<a href="{{ view_url }}">View in browser</a> &middot; <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;
}
