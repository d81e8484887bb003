import { slugOf } from '../../../platform/text/slug.js';
import { createHash } from 'node:crypto';

/** A contact of the shop, and their habits. Domains are reserved (RFC 2606). */
export interface DemoPerson {
  readonly number: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly city: string;
  readonly country: string;
  readonly language: string;
  readonly openRate: number;
  /** `gateway`: their company scans links. `apple`: a proxy loads their images. `gone`: the mailbox does not exist. */
  readonly mailbox: 'plain' | 'gateway' | 'apple' | 'gone';
}

interface DemoPlace {
  readonly language: string;
  readonly cities: readonly [string, ...string[]];
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
}

const words = (text: string): [string, ...string[]] => text.split(' ') as [string, ...string[]];

/** Ten first and ten last names each, so that a hundred people of a country have different names. */
const PLACES = {
  DE: {
    language: 'de',
    cities: words('Köln München Leipzig Hamburg'),
    firstNames: words('Jürgen Änne Sören Käthe Lena Felix Miriam Tobias Ayşe Moritz'),
    lastNames: words('Müller-Lüdenscheidt Weiß Größmann Özdemir Krause Lehmann Voß Jäger Schäfer Brandt'),
  },
  FR: {
    language: 'fr',
    cities: words('Besançon Nîmes Lyon Rennes'),
    firstNames: words('Zoé François Hélène Loïc Camille Théo Inès Gaël Manon Rémi'),
    lastNames: words('d’Aubigné Lefèvre Garçon Moreau Bérard Dubois Chevallier Roux Fabre Lemoine'),
  },
  IE: {
    language: 'en',
    cities: words('Cork Galway Dublin Sligo'),
    firstNames: words('Siobhán Pádraig Aoife Ciarán Niamh Oisín Gráinne Declan Róisín Eoin'),
    lastNames: words('O’Neill O’Sullivan MacCárthaigh Byrne Kelleher Doyle Walsh Keane Brennan Foley'),
  },
  ES: {
    language: 'es',
    cities: words('Cádiz Vigo Málaga Bilbao'),
    firstNames: words('Begoña José Nuria Íñigo Lucía Álvaro Marta Raúl Elena Tomás'),
    lastNames: words('Núñez García Peña Etxeberría Ibáñez Ortega Vázquez Soler Méndez Rivas'),
  },
  PL: {
    language: 'pl',
    cities: words('Łódź Kraków Gdańsk Poznań'),
    firstNames: words('Małgorzata Łukasz Zbigniew Jadwiga Ola Piotr Kasia Michał Ewa Tomek'),
    lastNames: words('Wiśniewska Brzęczyszczykiewicz Żółć Kowalski Nowak Zieliński Wójcik Mazur Krawczyk Dudek'),
  },
  JP: {
    language: 'ja',
    cities: words('東京 京都 札幌 大阪'),
    firstNames: words('花子 太郎 さくら 健 美咲 翔太 陽菜 大輔 結衣 蓮'),
    lastNames: words('山田 佐藤 鈴木 高橋 田中 渡辺 伊藤 中村 小林 加藤'),
  },
} as const satisfies Readonly<Record<string, DemoPlace>>;
const COUNTRIES = ['DE', 'FR', 'IE', 'ES', 'PL', 'JP'] as const satisfies readonly (keyof typeof PLACES)[];

/** Returns the nth person, from 0. There are 600. */
export function demoPerson(number: number): DemoPerson {
  const country = COUNTRIES[number % COUNTRIES.length] ?? 'DE';
  const place: DemoPlace = PLACES[country];
  const nth = Math.floor(number / COUNTRIES.length);
  const { length } = place.firstNames;
  const firstName = place.firstNames[nth % length] ?? '';
  const lastName = place.lastNames[(nth + Math.floor(nth / length)) % length] ?? '';
  const name = `person ${number}`;
  const mailbox = mailboxOf(chance(`${name} mailbox`));
  const user = [slugOf(firstName), slugOf(lastName), String(number + 1)].filter((part) => part !== '').join('.');
  return {
    ...{ number, firstName, lastName, country, mailbox },
    email: `${user}@${DOMAINS[mailbox](name)}`,
    city: pick(`${name} city`, place.cities),
    language: place.language,
    openRate: pick(`${name} interest`, [0.85, 0.85, 0.6, 0.6, 0.45, 0.45, 0.3, 0.15, 0.02, 0]),
  };
}

/** Returns null for addresses of others. */
export function personOf(email: string): DemoPerson | null {
  const number = Number(email.slice(0, email.indexOf('@')).split('.').at(-1));
  const person = Number.isSafeInteger(number) && number > 0 ? demoPerson(number - 1) : null;
  return person?.email === email ? person : null;
}

/** A documentation address (RFC 5737), the same for each action of a person. */
export const ipOf = ({ number }: Pick<DemoPerson, 'number'>): string =>
  number < 250 ? `198.51.100.${number + 1}` : `203.0.113.${(number % 250) + 1}`;

const DOMAINS: Readonly<Record<DemoPerson['mailbox'], (name: string) => string>> = {
  plain: (name) => pick(`${name} domain`, ['mailbox.example', 'mailbox.example', 'post.example', 'web.example']),
  gateway: () => 'harbor-hotels.example',
  apple: () => 'cloud.example',
  gone: () => 'post.example',
};

function mailboxOf(at: number): DemoPerson['mailbox'] {
  if (at < 0.02) return 'gone';
  if (at < 0.12) return 'gateway';
  return at < 0.3 ? 'apple' : 'plain';
}

/** Returns a number from 0 (inclusive) to 1 (exclusive), always the same for the same name. Chances of other names are independent. */
export function chance(name: string): number {
  return createHash('sha256').update(`demo:${name}`).digest().readUIntBE(0, 6) / 2 ** 48;
}

export const happens = (name: string, probability: number): boolean => chance(name) < probability;

export function pick<Items extends readonly unknown[]>(name: string, items: Items): Items[number] {
  return items[Math.floor(chance(name) * items.length)];
}
