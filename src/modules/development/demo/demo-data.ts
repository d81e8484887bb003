/** A small shop and its contacts, with realistic names and reserved domains (RFC 2606). */
export const DEMO_LISTS = [
  { title: 'Newsletter', description: 'Monthly news', isPublic: true },
  { title: 'Product updates', description: 'What is new in the shop', isPublic: true },
  { title: 'Regular customers', description: 'News for customers who order often' },
];

export const DEMO_TAGS = ['coffee', 'tea', 'wholesale', 'met at the fair', 'VIP'];

export const DEMO_FIELDS = [
  { type: 'select-one', label: 'Favorite roast', options: ['light', 'medium', 'dark'] },
  { type: 'checkbox', label: 'Interests', options: ['brewing', 'recipes', 'events'] },
  { type: 'date', label: 'Customer since' },
  { type: 'text', label: 'Basket' },
  { type: 'number', label: 'Basket total' },
] as const;

/** Lists and tags that the funnels use. */
export const DEMO_FUNNEL_TAGS = [
  'welcomed',
  'left a basket',
  'offered a voucher',
  'offered free delivery',
  'gone quiet',
];
export const DEMO_SEGMENT = {
  title: 'Quiet for 90 days',
  filters: [
    [
      { source: ['subscriber', 'status'], operator: '=', value: 'subscribed' },
      { source: ['subscriber', 'created_at'], operator: 'not_within_days', value: 90 },
      { source: ['activity', 'last_click_at'], operator: 'not_within_days', value: 90 },
    ],
  ],
};

interface DemoPlace {
  readonly country: string;
  readonly cities: readonly string[];
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
}

const PLACES: readonly DemoPlace[] = [
  {
    country: 'DE',
    cities: ['Köln', 'München', 'Leipzig'],
    firstNames: ['Jürgen', 'Änne', 'Sören', 'Käthe'],
    lastNames: ['Müller-Lüdenscheidt', 'Weiß', 'Größmann', 'Özdemir'],
  },
  {
    country: 'FR',
    cities: ['Besançon', 'Nîmes', 'Lyon'],
    firstNames: ['Zoé', 'François', 'Hélène', 'Loïc'],
    lastNames: ["d'Aubigné", 'Lefèvre', 'Garçon', 'de La Rochefoucauld-Montbel'],
  },
  {
    country: 'IE',
    cities: ['Cork', 'Dún Laoghaire', 'Galway'],
    firstNames: ['Siobhán', 'Pádraig', 'Aoife', 'Ciarán'],
    lastNames: ["O'Neill", "O'Sullivan-Beare", 'Ní Dhomhnaill', 'MacCárthaigh'],
  },
  {
    country: 'ES',
    cities: ['Cádiz', 'A Coruña', 'Málaga'],
    firstNames: ['Begoña', 'José María', 'Nuria', 'Íñigo'],
    lastNames: ['Núñez', 'García Márquez', 'Peña', 'Etxeberría'],
  },
  {
    country: 'PL',
    cities: ['Łódź', 'Kraków', 'Gdańsk'],
    firstNames: ['Małgorzata', 'Łukasz', 'Zbigniew', 'Jadwiga'],
    lastNames: ['Wiśniewska', 'Brzęczyszczykiewicz', 'Żółć', 'Kowalski'],
  },
  {
    country: 'JP',
    cities: ['東京', '京都', '札幌'],
    firstNames: ['花子', '太郎', 'さくら', '健'],
    lastNames: ['山田', '佐藤', '鈴木', '高橋'],
  },
];

export interface DemoPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly city: string;
  readonly country: string;
}

/** Deterministic, so that loading twice changes nothing. */
export function demoPeople(): DemoPerson[] {
  return PLACES.flatMap(({ country, cities, firstNames, lastNames }) =>
    firstNames.flatMap((firstName, first) =>
      lastNames.map((lastName, last) => ({
        email: `${country.toLowerCase()}-${first + 1}${last + 1}@readers.example`,
        firstName,
        lastName,
        city: cities[(first + last) % cities.length] ?? '',
        country,
      })),
    ),
  );
}

export const DEMO_EMAIL = {
  subject: 'Hello {{ contact.first_name | default: "there" }}, the spring roasts are here',
  preHeader: 'Three new coffees, and a recipe for warm days',
  html: `<h1 style="font-size:26px;line-height:1.25">Hello {{ contact.first_name | default: "there" }},</h1>
<p>Spring has come to the roastery. Three new coffees are waiting for you{% if contact.city %} in {{ contact.city }}{% endif %}:</p>
<ul>
<li><a href="https://shop.example/coffee/sidamo">Sidamo</a>, light and floral</li>
<li><a href="https://shop.example/coffee/huila">Huila</a>, sweet as caramel</li>
<li><a href="https://shop.example/coffee/mandheling">Mandheling</a>, dark and mild</li>
</ul>
<p>For warm days, we recommend <a href="https://shop.example/recipes/cold-brew">this cold brew</a>.</p>
<p>Your friends at {{ business.name }}</p>
<p style="font-size:13px;color:#667">You receive this email because you subscribed to our newsletter.
<a href="{{ view_url }}">View in browser</a> &middot; <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`,
};

const DEMO_COFFEES = [
  { external_id: 'SIDAMO-250', title: 'Sidamo, 250 g', price: 9.5, yen: 1_400 },
  { external_id: 'HUILA-500', title: 'Huila, 500 g', price: 16.9, yen: 2_500 },
  { external_id: 'MANDHELING-1000', title: 'Mandheling, 1 kg', price: 31.4, yen: 4_600 },
];

export interface DemoOrder {
  readonly external_id: string;
  readonly email: string;
  readonly status: 'completed' | 'pending' | 'cancelled';
  readonly currency: string;
  readonly total: number;
  readonly items: readonly { external_id: string; title: string; quantity: number; price: number }[];
  readonly ordered_at: string;
  /** Refunded on the next day. */
  readonly refund: { readonly amount: number; readonly reason: string; readonly refunded_at: string } | null;
}

const DAY_MS = 86_400_000;
/** Long enough that every report has a previous period to compare with. */
const DAYS = 90;
const ORDERS = 60;
const BUYERS = 40;

/** Two in five contacts have ordered, half of those twice; in Japan they pay in yen. */
export function demoOrders(now: Date): DemoOrder[] {
  const people = demoPeople();
  return Array.from({ length: ORDERS }, (_, index) => {
    // Seven is coprime with their number, so all countries occur.
    const buyer = people[((index % BUYERS) * 7) % people.length];
    const coffee = DEMO_COFFEES[index % DEMO_COFFEES.length];
    if (!buyer || !coffee) throw new Error('there are people and coffees');
    const inYen = buyer.country === 'JP';
    const quantity = 1 + (index % 2);
    const price = inYen ? coffee.yen : coffee.price;
    const at = now.getTime() - ((index * 7) % DAYS) * DAY_MS - (index % 11) * 3_600_000 - DAY_MS;
    const status = index % 14 === 5 ? 'pending' : index % 20 === 9 ? 'cancelled' : 'completed';
    return {
      external_id: `DEMO-${1_001 + index}`,
      email: buyer.email,
      status,
      currency: inYen ? 'JPY' : 'EUR',
      total: Math.round(price * quantity * 100) / 100,
      items: [{ external_id: coffee.external_id, title: coffee.title, quantity, price }],
      ordered_at: new Date(at).toISOString(),
      refund:
        status === 'completed' && index % 9 === 4
          ? { amount: price, reason: 'roasted too dark', refunded_at: new Date(at + DAY_MS).toISOString() }
          : null,
    };
  });
}
