import { DEFAULT_SETTINGS } from './funnel-rules.js';
import { type TriggerFact, firedNamesOf } from './trigger-facts.js';
import { matchesTrigger } from './trigger-match.js';

const begins = (parameters: object, fact: TriggerFact): boolean =>
  matchesTrigger({ ...DEFAULT_SETTINGS, ...parameters }, fact);
const tagged: TriggerFact = { name: 'tag_applied', tags: [3, 4] };
const moved: TriggerFact = { name: 'status_changed', from: 'pending', to: 'subscribed' };
const viewed: TriggerFact = { name: 'event_tracked', event_key: 'pricing', title: 'Prices', counter: 3 };
const order: TriggerFact = { name: 'order_created', total: 59.9, product_ids: ['SKU-7', '12'], provider: 'shop' };

describe('trigger conditions', () => {
  it.each<[string, object, TriggerFact]>([
    ['anything, of nothing wanted', { tags: [] }, tagged],
    ['one of the tags', { tags: [4, 9] }, tagged],
    ['one of the lists', { lists: [1] }, { name: 'list_removed', lists: [1] }],
    ['the new status', { from: [], to: ['subscribed', 'pending'] }, moved],
    ['the event, often enough', { event_key: 'pricing', title: null, min_count: 3 }, viewed],
    ['an order of the shop in capitals', { provider: 'SHOP' }, order],
    ['an order of the shop with the product', { provider: 'shop', product_ids: [12], min_total: 59.9 }, order],
    ['a new contact', {}, { name: 'contact_created' }],
  ])('is %s', (_what, parameters, fact) => {
    expect(begins(parameters, fact)).toBe(true);
  });

  it.each<[string, object, TriggerFact]>([
    ['other tags', { tags: [9] }, tagged],
    ['another old status', { from: ['bounced'], to: [] }, moved],
    ['another new status', { from: [], to: ['bounced'] }, moved],
    ['the event too seldom', { min_count: 4 }, viewed],
    ['the event under another title', { title: 'Others' }, viewed],
    ['an order of another shop', { provider: 'other' }, order],
    ['an order of other products', { product_ids: ['SKU-8'] }, order],
    ['a smaller order', { min_total: 60 }, order],
  ])('is not %s', (_what, parameters, fact) => {
    expect(begins(parameters, fact)).toBe(false);
  });

  it('treat new and completed orders as order_received, but not refunds', () => {
    expect(firedNamesOf(order)).toEqual(['order_created', 'order_received']);
    expect(firedNamesOf({ ...order, name: 'order_completed' })).toEqual(['order_completed', 'order_received']);
    expect(firedNamesOf({ ...order, name: 'order_refunded' })).toEqual(['order_refunded']);
    expect(firedNamesOf({ name: 'fired', trigger_name: 'custom_a', payload: {} })).toEqual(['custom_a']);
  });
});

describe('payload conditions', () => {
  const payload = {
    total: '80.50',
    product_ids: [7, 'SKU-9'],
    form: { country: ' France ', age: '42', zip: '0123', interests: ['Tea', 'Cakes'], agreed: true, phone: null },
    at: '2026-05-01',
  };
  const holds = (path: string, operator: string, value?: unknown): boolean =>
    begins(
      { payload: [{ path, operator, ...(value === undefined ? {} : { value }) }] },
      { name: 'fired', trigger_name: 'custom_a', payload },
    );

  it.each<[string, string, unknown]>([
    ['form.country', '=', 'france'],
    ['form.age', '=', 42],
    ['form.agreed', '=', 'true'],
    ['form.interests', '=', 'tea'],
    ['form.interests', 'contains', 'Cakes'],
    ['form.interests', 'in', ['coffee', 'tea']],
    ['form.country', 'contains', 'RAN'],
    ['form.country', '!=', 'Spain'],
    ['form.city', '!=', 'Paris'],
    ['form.age', '>', 41],
    ['form.age', '<', '100'],
    ['at', '>', '2026-04-30'],
    ['form.age', 'in', [41, 42]],
    ['form.agreed', 'exists', undefined],
    ['form.city', 'exists', false],
    ['form.phone', 'exists', false],
    ['form.phone', '=', null],
  ])('fulfils %s %s %j', (path, operator, value) => {
    expect(holds(path, operator, value)).toBe(true);
  });

  it.each<[string, string, unknown]>([
    ['form.country', '=', 'Spain'],
    ['form.zip', '=', '123'],
    ['form.interests', '!=', 'Tea'],
    ['form.interests', 'contains', 'Cak'],
    ['form', '=', '[object Object]'],
    ['form.country', '>', 5],
    ['form.city', '<', 5],
    ['form.city', 'exists', undefined],
    ['form.agreed', 'exists', false],
    ['constructor', 'exists', undefined],
    ['form.__proto__', 'exists', undefined],
    ['at.length', 'exists', undefined],
  ])('does not fulfil %s %s %j', (path, operator, value) => {
    expect(holds(path, operator, value)).toBe(false);
  });

  it('must all hold, including those of a shop', () => {
    const fact: TriggerFact = { name: 'fired', trigger_name: 'shop_product_purchased', payload };
    expect(begins({ product_ids: ['7'], min_total: 80, max_total: 81 }, fact)).toBe(true);
    expect(begins({ product_ids: ['8'] }, fact)).toBe(false);
    expect(begins({ max_total: 80 }, fact)).toBe(false);
    expect(begins({ min_total: 1 }, { ...fact, payload: {} })).toBe(false);
    const [france, child] = [
      { path: 'form.country', operator: '=', value: 'France' },
      { path: 'form.age', operator: '<', value: 18 },
    ];
    expect(begins({ payload: [france] }, fact)).toBe(true);
    expect(begins({ payload: [france, child] }, fact)).toBe(false);
  });
});
