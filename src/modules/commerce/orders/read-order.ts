import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import type { ValidationErrors } from '../../../platform/errors/validation-errors.js';
import { decimalsOf, isCurrency, MOST_MINOR_UNITS, toDecimal, toMinor } from '../../../platform/money/money.js';
import { asText } from '../../../platform/text/as-text.js';
import { emailFault, normalizedEmail } from '../../../platform/text/email-address.js';
import type { ContactIdentifiers } from '../../contacts/contact/contact-identity.service.js';
import { ORDER_STATUSES, type OrderStatus } from './order-status.js';
import type { OrderCall, OrderChanges, RefundCall } from './order-call.js';
import type { OrderItem } from './order.entity.js';
import { mustBeOneOf } from '../../../platform/text/closest-name.js';
import { MAX_ID } from '../../../platform/ids/ids.js';

/**
 * An order as received. It is validated here and not by a DTO, because the rules also apply to each order of a bulk call, and the
 * allowed decimals of an amount depend on the currency.
 */
export interface RawOrder {
  readonly external_id?: unknown;
  readonly provider?: unknown;
  readonly email?: unknown;
  readonly contact_id?: unknown;
  readonly status?: unknown;
  readonly currency?: unknown;
  readonly total?: unknown;
  readonly items?: unknown;
  readonly ordered_at?: unknown;
  readonly updated_at?: unknown;
}

export interface RawRefund {
  readonly amount?: unknown;
  readonly reason?: unknown;
  readonly external_id?: unknown;
  readonly refunded_at?: unknown;
}

export const DEFAULT_PROVIDER = 'shop';
export const MOST_ITEMS = 1_000;
const MAX_PIECES = 1_000_000;
const TEXT_LENGTH = 190;
const DAY_MS = 86_400_000;
/** Lower bound: earlier times are errors, and reports need years that calendars agree on. */
const FIRST_MOMENT = Date.UTC(1970, 0, 1);

export function readOrder(raw: RawOrder, now: Date, faults: ValidationErrors): OrderCall {
  const currency = readCurrency(raw.currency, faults) ?? missing('currency', raw.currency, faults, '');
  const call: OrderCall = {
    externalId: readText('external_id', raw.external_id, faults) ?? missing('external_id', raw.external_id, faults, ''),
    provider: readProvider(raw.provider, faults) ?? DEFAULT_PROVIDER,
    who: readWho(raw, faults) ?? missingContact(faults),
    status: readStatus(raw.status, faults) ?? 'pending',
    currency,
    total:
      readAmount('total', raw.total, isCurrency(currency) ? currency : null, faults) ??
      missing('total', raw.total, faults, 0),
    items: readItems(raw.items, faults),
    orderedAt: readMoment('ordered_at', raw.ordered_at, now, faults),
    updatedAt: readMoment('updated_at', raw.updated_at, now, faults),
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
  const differs = (sent: string | null, kept: string): boolean => sent !== null && sent !== kept;
  if (differs(readText('external_id', raw.external_id, faults), stored.externalId))
    faults.add('external_id', 'cannot be changed');
  if (differs(readProvider(raw.provider, faults), stored.provider)) faults.add('provider', 'cannot be changed');
  if (differs(readCurrency(raw.currency, faults), stored.currency)) faults.add('currency', otherCurrency(stored));
  return {
    who: readWho(raw, faults),
    status: readStatus(raw.status, faults),
    total: readAmount('total', raw.total, stored.currency, faults),
    items: readItems(raw.items, faults),
    orderedAt: readMoment('ordered_at', raw.ordered_at, now, faults),
    updatedAt: readMoment('updated_at', raw.updated_at, now, faults),
  };
}

export const otherCurrency = ({ currency }: { readonly currency: string }): string =>
  `cannot be changed; the order is in ${currency}`;

export function readRefund(raw: RawRefund, currency: string, now: Date, faults: ValidationErrors): RefundCall {
  const amount = readAmount('amount', raw.amount, currency, faults) ?? missing('amount', raw.amount, faults, 0);
  if (amount === 0) faults.add('amount', 'must be more than 0');
  const call: RefundCall = {
    amount,
    externalId: readText('external_id', raw.external_id, faults),
    reason: readText('reason', raw.reason, faults, { blank: 'empties' }),
    refundedAt: readMoment('refunded_at', raw.refunded_at, now, faults),
  };
  faults.throwIfAny();
  return call;
}

const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Returns a placeholder for a missing required value; an invalid one has its error already. */
function missing<Value>(field: string, value: unknown, faults: ValidationErrors, placeholder: Value): Value {
  if (isMissing(value)) faults.add(field, 'is required');
  return placeholder;
}

function missingContact(faults: ValidationErrors): ContactIdentifiers {
  if (!faults.has('email') && !faults.has('contact_id')) faults.add('email', 'is required');
  return {};
}

function readText(
  field: string,
  sent: unknown,
  faults: ValidationErrors,
  { blank = 'refused' }: { readonly blank?: 'refused' | 'empties' } = {},
): string | null {
  if (isMissing(sent)) return null;
  const value = asText(sent);
  if (typeof value !== 'string') {
    faults.add(field, 'must be text');
    return null;
  }
  const text = value.trim();
  if (text === '') {
    if (blank === 'refused') faults.add(field, 'must not be empty');
    return null;
  }
  if (text.length > 2 * TEXT_LENGTH || Array.from(text).length > TEXT_LENGTH) {
    faults.add(field, `must be at most ${TEXT_LENGTH} characters long`);
    return null;
  }
  return text;
}

/** Returns the normalized name of a provider; null for an invalid name. */
export function providerName(text: string): string | null {
  const name = text.trim().toLowerCase();
  return /^[a-z0-9_.-]{1,64}$/.test(name) ? name : null;
}

function readProvider(value: unknown, faults: ValidationErrors): string | null {
  if (isMissing(value)) return null;
  const name = typeof value === 'string' ? providerName(value) : null;
  if (name === null) faults.add('provider', NO_PROVIDER);
  return name;
}

export const NO_PROVIDER = 'must be 1 to 64 letters, digits, dots, dashes, and underscores';

function readStatus(value: unknown, faults: ValidationErrors): OrderStatus | null {
  if (isMissing(value)) return null;
  const status = ORDER_STATUSES.find((known) => known === value) ?? null;
  if (status === null) faults.add('status', mustBeOneOf(ORDER_STATUSES, value));
  return status;
}

function readCurrency(value: unknown, faults: ValidationErrors): string | null {
  if (isMissing(value)) return null;
  const code = typeof value === 'string' && value.length < 20 ? value.trim().toUpperCase() : '';
  if (isCurrency(code)) return code;
  faults.add('currency', 'must be an ISO 4217 currency code');
  return null;
}

/** Accepts numbers and numeric strings, because shops send both. */
function readDecimal(field: string, value: unknown, faults: ValidationErrors): number | null {
  if (isMissing(value)) return null;
  const amount = typeof value === 'string' && /^-?\d{1,20}(\.\d{1,40})?$/.test(value) ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) {
    faults.add(field, 'must be a number');
    return null;
  }
  if (amount < 0) {
    faults.add(field, 'must be at least 0');
    return null;
  }
  // Avoids -0.
  return amount === 0 ? 0 : amount;
}

/**
 * @param currency null when it is invalid itself.
 * @returns the smallest unit; `faults` gets a warning if the amount is rounded.
 */
function readAmount(field: string, value: unknown, currency: string | null, faults: ValidationErrors): number | null {
  const amount = readDecimal(field, value, faults);
  if (amount === null || currency === null) return null;
  const { minor, isExact } = toMinor(typeof value === 'string' ? value : amount, currency);
  if (minor > MOST_MINOR_UNITS) {
    faults.add(field, `must be at most ${toDecimal(MOST_MINOR_UNITS, currency)}`);
    return null;
  }
  if (!isExact) {
    const rule = `${currency} has ${decimalsOf(currency)} decimals`;
    faults.warnings.push(`${field} was rounded to ${toDecimal(minor, currency)}: ${rule}`);
  }
  return minor;
}

function readId(field: string, value: unknown, faults: ValidationErrors): number | null {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof id !== 'number' || !Number.isInteger(id)) faults.add(field, 'must be a whole number');
  else if (id < 1 || id > MAX_ID) faults.add(field, id < 1 ? 'must be at least 1' : `must be at most ${MAX_ID}`);
  else return id;
  return null;
}

function readMoment(field: string, value: unknown, now: Date, faults: ValidationErrors): Date | null {
  if (isMissing(value)) return null;
  const moment = typeof value === 'string' && value.length <= 50 ? parseTimestamp(value) : null;
  if (moment === null) faults.add(field, 'must be a time such as 2026-01-31 09:30:00');
  else if (moment.getTime() < FIRST_MOMENT) faults.add(field, 'must not be before 1970');
  else if (moment.getTime() > now.getTime() + DAY_MS) faults.add(field, 'must not be in the future');
  else return moment;
  return null;
}

/** Returns null when no contact is named. */
function readWho({ email, contact_id: contactId }: RawOrder, faults: ValidationErrors): ContactIdentifiers | null {
  const who: { email?: string; id?: number } = {};
  if (!isMissing(email)) {
    const normalised = typeof email === 'string' ? normalizedEmail(email) : null;
    if (normalised === null) faults.add('email', typeof email === 'string' ? emailFault(email) : 'must be text');
    else who.email = normalised;
  }
  if (!isMissing(contactId)) {
    const id = readId('contact_id', contactId, faults);
    if (id !== null) who.id = id;
  }
  return who.email === undefined && who.id === undefined ? null : who;
}

function readItems(value: unknown, faults: ValidationErrors): readonly OrderItem[] | null {
  if (isMissing(value)) return null;
  if (!Array.isArray(value)) {
    faults.add('items', 'must be an array');
    return null;
  }
  if (value.length > MOST_ITEMS) {
    faults.add('items', `must hold at most ${MOST_ITEMS} items`);
    return null;
  }
  return (value as readonly unknown[]).map((item, index) => readItem(`items.${index}`, item, faults));
}

function readItem(path: string, value: unknown, faults: ValidationErrors): OrderItem {
  const placeholder: OrderItem = { external_id: null, title: '', quantity: 1, price: 0 };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.add(path, 'must be an object');
    return placeholder;
  }
  const item = value as { readonly [Member in keyof OrderItem]?: unknown };
  const title = readText(`${path}.title`, item.title, faults) ?? missing(`${path}.title`, item.title, faults, '');
  const quantity = readDecimal(`${path}.quantity`, item.quantity, faults) ?? 1;
  if (quantity === 0 || quantity > MAX_PIECES)
    faults.add(`${path}.quantity`, quantity === 0 ? 'must be more than 0' : `must be at most ${MAX_PIECES}`);
  const price = readDecimal(`${path}.price`, item.price, faults) ?? missing(`${path}.price`, item.price, faults, 0);
  if (price > MOST_MINOR_UNITS) faults.add(`${path}.price`, `must be at most ${MOST_MINOR_UNITS}`);
  return {
    external_id: readText(`${path}.external_id`, item.external_id, faults, { blank: 'empties' }),
    title,
    quantity,
    price,
  };
}
