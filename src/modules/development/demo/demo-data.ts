/** A small shop and its readers: names and places as they occur in the world, addresses that belong to nobody (RFC 2606). */
export const DEMO_LISTS = [
  { title: 'Newsletter', description: 'Monthly news for everybody who asked for it', isPublic: true },
  { title: 'Product updates', description: 'What is new in the shop', isPublic: true },
  { title: 'Friends of the house', description: 'Those who have bought more than once' },
];

export const DEMO_TAGS = ['coffee', 'tea', 'wholesale', 'met at the fair', 'VIP'];

export const DEMO_FIELDS = [
  { type: 'select-one', label: 'Favourite roast', options: ['light', 'medium', 'dark'] },
  { type: 'checkbox', label: 'Interests', options: ['brewing', 'recipes', 'events'] },
  { type: 'date', label: 'Customer since' },
  { type: 'text', label: 'Basket' },
  { type: 'number', label: 'Basket total' },
] as const;

/** What the funnels name; the first list of all, too. */
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

/** The same people every time, so that loading twice changes nothing. */
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

export const DEMO_MAIL = {
  subject: 'Hello {{ contact.first_name | default: "there" }}, the spring roasts are here',
  preHeader: 'Three new coffees, and a recipe for warm days',
  html: `<h1 style="font-size:26px;line-height:1.25">Hello {{ contact.first_name | default: "there" }},</h1>
<p>spring has come to the roastery. Three new coffees are waiting for you{% if contact.city %} in {{ contact.city }}{% endif %}:</p>
<ul>
<li><a href="https://shop.example/coffee/sidamo">Sidamo</a>, light and flowery</li>
<li><a href="https://shop.example/coffee/huila">Huila</a>, sweet as caramel</li>
<li><a href="https://shop.example/coffee/mandheling">Mandheling</a>, dark and quiet</li>
</ul>
<p>For warm days we like <a href="https://shop.example/recipes/cold-brew">this cold brew</a>.</p>
<p>Your friends at {{ business.name }}</p>
<p style="font-size:13px;color:#667">You get this mail because you asked for our news.
<a href="{{ view_url }}">Read it in the browser</a> &middot; <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`,
};
