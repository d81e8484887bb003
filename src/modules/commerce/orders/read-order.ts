import { isDeepStrictEqual } from 'node:util';
import { ORDER_ITEM } from '../../../events/commerce.events.js';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { decimalsOf, isCurrency, MOST_MINOR_UNITS, toDecimal, toMinor } from '../../../platform/money/money.js';
import { emailFault, normalizedEmail } from '../../../platform/text/email-address.js';
import type { ContactIdentifiers } from '../../contacts/contact/contact-identity.js';
import { ORDER_STATUSES, type OrderStatus } from './order-status.js';
import type { OrderCall, OrderChanges, RefundCall } from './order-call.js';
import type { OrderItem } from './order.entity.js';
import { MAX_ID } from '../../../platform/ids/ids.js';
import { accepted, fault, type Read, readFilledText, readText, readWord } from '../../../platform/values/read-value.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';
import { isHttpUrl } from '../../../platform/text/http-url.js';

/** An order as received. No DTO: decimals depend on the currency, and bulk calls refuse single orders. */
export type RawOrder = Readonly<
  Partial<
    Record<
      | ('external_id' | 'provider' | 'email' | 'contact_id' | 'status')
      | ('currency' | 'total' | 'items' | 'ordered_at' | 'updated_at'),
      unknown
    >
  >
>;

export type RawRefund = Readonly<Partial<Record<'amount' | 'reason' | 'external_id' | 'refunded_at', unknown>>>;

const DEFAULT_PROVIDER = 'shop';
export const MOST_ITEMS = 1_000;
const MAX_PIECES = 1_000_000;
const TEXT_LENGTH = 190;
const URL_LENGTH = 2_048;
const MAX_DETAILS_BYTES = 8_192;
const DAY_MS = 86_400_000;
/** Lower bound: earlier times are errors, and reports need years that calendars agree on. */
const FIRST_MOMENT = Date.UTC(1970, 0, 1);

export function readOrder(raw: RawOrder, now: Date, faults: ValidationErrors): OrderCall {
  const members = new Members(raw, faults);
  const currency = members.required('currency', readCurrency, '');
  const call: OrderCall = {
    externalId: members.required('external_id', readName, ''),
    provider: members.sent('provider', readProvider) ?? DEFAULT_PROVIDER,
    who: readWho(members) ?? missingContact(faults),
    status: members.sent('status', readStatus) ?? 'pending',
    currency,
    total: members.required('total', amountIn(currency, 'total', faults), 0),
    items: readItems(raw.items, faults),
    orderedAt: members.sent('ordered_at', momentUntil(now)),
    updatedAt: members.sent('updated_at', momentUntil(now)),
  };
  faults.throwIfAny();
  return call;
}

/** Identifiers and currency cannot be changed, and may be repeated with the same value. */
export function readChanges(
  raw: RawOrder,
  stored: { readonly externalId: string; readonly provider: string; readonly currency: string },
  now: Date,
  faults: ValidationErrors,
): OrderChanges {
  const members = new Members(raw, faults);
  const refuseOther = (field: keyof RawOrder, read: Reader<string>, kept: string, reason: string): void => {
    if ((members.sent(field, read) ?? kept) !== kept) faults.add(field, reason);
  };
  refuseOther('external_id', readName, stored.externalId, 'cannot be changed');
  refuseOther('provider', readProvider, stored.provider, 'cannot be changed');
  refuseOther('currency', readCurrency, stored.currency, otherCurrency(stored));
  return {
    who: readWho(members),
    status: members.sent('status', readStatus),
    total: members.sent('total', amountIn(stored.currency, 'total', faults)),
    items: readItems(raw.items, faults),
    orderedAt: members.sent('ordered_at', momentUntil(now)),
    updatedAt: members.sent('updated_at', momentUntil(now)),
  };
}

export const otherCurrency = ({ currency }: { readonly currency: string }): string =>
  `cannot be changed; the order is in ${currency}`;

export function readRefund(raw: RawRefund, currency: string, now: Date, faults: ValidationErrors): RefundCall {
  const members = new Members(raw, faults);
  const amount = members.required('amount', amountIn(currency, 'amount', faults), 0);
  if (amount === 0) faults.add('amount', 'must be more than 0');
  const call: RefundCall = {
    amount,
    externalId: members.sent('external_id', readName),
    reason: members.sent('reason', readNote),
    refundedAt: members.sent('refunded_at', momentUntil(now)),
  };
  faults.throwIfAny();
  return call;
}

type Reader<Value> = (sent: unknown) => Read<Value>;

/** The members of an object from a request; null counts as omitted. */
class Members<Raw extends object> {
  constructor(
    private readonly raw: Raw,
    private readonly faults: ValidationErrors,
    private readonly path = '',
  ) {}

  /** @returns null if the member is omitted or refused. */
  sent<Value>(name: keyof Raw & string, read: Reader<Value>): Value | null {
    const value = this.raw[name];
    return value === undefined || value === null
      ? null
      : (accepted(read(value), this.path + name, this.faults) ?? null);
  }

  /** @returns the placeholder if the member is omitted or refused. */
  required<Value>(name: keyof Raw & string, read: Reader<Value>, placeholder: Value): Value {
    const value = this.sent(name, read);
    if (value === null) this.faults.add(this.path + name, 'is required');
    return value ?? placeholder;
  }
}

function missingContact(faults: ValidationErrors): ContactIdentifiers {
  if (!faults.has('email') && !faults.has('contact_id')) faults.add('email', 'is required');
  return {};
}

const readName: Reader<string> = (sent) => readFilledText(sent, TEXT_LENGTH);

/** A blank counts as omitted. */
const readNote: Reader<string | null> = (sent) => {
  const text = readText(sent, TEXT_LENGTH);
  return 'value' in text && text.value === '' ? { value: null } : text;
};

/** Returns the normalized name of a provider; null for an invalid name. */
export function providerName(text: string): string | null {
  const name = text.trim().toLowerCase();
  return /^[a-z0-9_.-]{1,64}$/.test(name) ? name : null;
}

const readProvider: Reader<string> = (sent) => {
  const name = typeof sent === 'string' ? providerName(sent) : null;
  return name === null ? fault(NO_PROVIDER) : { value: name };
};

export const NO_PROVIDER = 'must be 1 to 64 letters, digits, dots, dashes, and underscores';

const readStatus: Reader<OrderStatus> = (sent) => readWord(sent, ORDER_STATUSES);

const readCurrency: Reader<string> = (sent) => {
  const code = typeof sent === 'string' && sent.length < 20 ? sent.trim().toUpperCase() : '';
  return isCurrency(code) ? { value: code } : fault('must be an ISO 4217 currency code');
};

/** Accepts numbers and numeric strings, because shops send both. */
const readDecimal: Reader<number> = (sent) => {
  const amount = typeof sent === 'string' && /^-?\d{1,20}(\.\d{1,40})?$/.test(sent) ? Number(sent) : sent;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return fault('must be a number');
  if (amount < 0) return fault('must be at least 0');
  // Avoids -0.
  return { value: amount === 0 ? 0 : amount };
};

/** Reads an amount in the smallest unit, with a warning if it is rounded. @param currency empty if it is invalid. */
function amountIn(currency: string, field: string, faults: ValidationErrors): Reader<number> {
  return (sent) => {
    const amount = readDecimal(sent);
    if ('fault' in amount || currency === '') return amount;
    const { minor, isExact } = toMinor(typeof sent === 'string' ? sent : amount.value, currency);
    if (minor > MOST_MINOR_UNITS) return fault(`must be at most ${toDecimal(MOST_MINOR_UNITS, currency)}`);
    if (!isExact) {
      const rule = `${currency} has ${decimalsOf(currency)} decimals`;
      faults.warnings.push(`${field} was rounded to ${toDecimal(minor, currency)}: ${rule}`);
    }
    return { value: minor };
  };
}

const readContactId: Reader<number> = (sent) => {
  const id = typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : sent;
  if (typeof id !== 'number' || !Number.isInteger(id)) return fault('must be a whole number');
  if (id < 1) return fault('must be at least 1');
  return id > MAX_ID ? fault(`must be at most ${MAX_ID}`) : { value: id };
};

function momentUntil(now: Date): Reader<Date> {
  return (sent) => {
    const moment = typeof sent === 'string' && sent.length <= 50 ? parseTimestamp(sent) : null;
    if (moment === null) return fault('must be a time such as 2026-01-31 09:30:00');
    if (moment.getTime() < FIRST_MOMENT) return fault('must not be before 1970');
    return moment.getTime() > now.getTime() + DAY_MS ? fault('must not be in the future') : { value: moment };
  };
}

const readEmail: Reader<string> = (sent) => {
  if (typeof sent !== 'string') return fault('must be text');
  const email = normalizedEmail(sent);
  return email === null ? fault(emailFault(sent)) : { value: email };
};

/** Returns null when no contact is named. */
function readWho(members: Members<RawOrder>): ContactIdentifiers | null {
  const email = members.sent('email', readEmail);
  const id = members.sent('contact_id', readContactId);
  if (email === null && id === null) return null;
  return { ...(email === null ? {} : { email }), ...(id === null ? {} : { id }) };
}

function readItems(value: unknown, faults: ValidationErrors): readonly OrderItem[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) return faults.refuse('items', 'must be an array');
  if (value.length > MOST_ITEMS) return faults.refuse('items', `must hold at most ${MOST_ITEMS} items`);
  return (value as readonly unknown[]).map((item, index) => readItem(`items.${index}`, item, faults));
}

function readItem(path: string, value: unknown, faults: ValidationErrors): OrderItem {
  if (!isObject(value)) {
    faults.add(path, 'must be an object');
    return { external_id: null, title: '', quantity: 1, price: 0 };
  }
  const members = new Members(value, faults, `${path}.`);
  const title = members.sent('name', readName) ?? members.required('title', readName, '');
  const quantity = members.sent('quantity', readDecimal) ?? 1;
  if (quantity === 0 || quantity > MAX_PIECES)
    faults.add(`${path}.quantity`, quantity === 0 ? 'must be more than 0' : `must be at most ${MAX_PIECES}`);
  const price = members.sent('unit_price', readDecimal) ?? members.required('price', readDecimal, 0);
  if (price > MOST_MINOR_UNITS) faults.add(`${path}.price`, `must be at most ${MOST_MINOR_UNITS}`);
  const unknown = Object.entries(value).filter(([name]) => !Object.hasOwn(ORDER_ITEM, name));
  const meta = { ...members.sent('meta', readDetails), ...Object.fromEntries(unknown) };
  const details = { options: members.sent('options', readDetails) ?? {}, meta };
  if (Buffer.byteLength(JSON.stringify(details)) > MAX_DETAILS_BYTES)
    faults.add(path, `must hold at most ${MAX_DETAILS_BYTES} bytes of options and members of the shop`);
  const shown = {
    sku: members.sent('sku', readNote),
    total: members.sent('total', readDecimal),
    url: members.sent('url', readUrl),
    image_url: members.sent('image_url', readUrl),
    ...details,
  };
  // What is absent stays absent, so that a report with the same values changes nothing.
  const sent = Object.entries(shown).filter(([, each]) => each !== null && !isDeepStrictEqual(each, {}));
  return { external_id: members.sent('external_id', readNote), title, quantity, price, ...Object.fromEntries(sent) };
}

const readUrl: Reader<string> = (sent) => {
  const url = readText(sent, URL_LENGTH);
  return 'fault' in url || isHttpUrl(url.value) ? url : fault('must be an http or https URL');
};

/** PHP sends an empty object as an array. */
const readDetails: Reader<JsonObject> = (sent) => {
  const value = Array.isArray(sent) && sent.length === 0 ? {} : sent;
  return isObject(value) ? { value } : fault('must be an object');
};
