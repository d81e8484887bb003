import { candidatesFor, isFireable, isTriggerName } from './trigger-catalog.js';

describe('trigger names', () => {
  it.each([
    'contact_created',
    'order_received',
    'date_field',
    'fluentform_submission_12',
    'fluentform_submission_*',
    'gravity_forms_submission_contact-us',
    'shop_order_status_completed',
    'shop_order_status_*',
    'shop_order_total_100',
    'shop_product_purchased',
    'user_registration',
    'site_login',
    'post_published',
    'custom_signup',
    'custom_signup_*',
    'custom_*',
    'webhook_crm',
    'webhook_*',
  ])('are known: %s', (name) => {
    expect(isTriggerName(name)).toBe(true);
  });

  it.each([
    '',
    '*',
    'custom_',
    'custom',
    'custom*',
    'custom_sign*',
    'custom_**',
    'custom_*_x',
    'custom_ä',
    'custom_a b',
    'contact_*',
    'shop_*',
    '_submission_1',
    'fluentform_submission_',
    'fluentform_*',
    'user_registration_1',
    'constructor',
    'toString',
    `custom_${'x'.repeat(190)}`,
  ])('are refused: %s', (name) => {
    expect(isTriggerName(name)).toBe(false);
  });

  it('can be reported only in full, and only if they are not native', () => {
    expect(['custom_signup', 'site_login', 'shop_order_status_completed'].every(isFireable)).toBe(true);
    expect(['custom_*', 'custom_a_*', 'contact_created', 'order_received', 'nothing'].some(isFireable)).toBe(false);
  });

  it('match funnels with the same name or a prefix of it', () => {
    expect(candidatesFor('custom_sign_up')).toEqual(['custom_sign_up', 'custom_*', 'custom_sign_*']);
    expect(candidatesFor('gravity_forms_submission_7')).toEqual([
      'gravity_forms_submission_7',
      'gravity_forms_submission_*',
    ]);
    expect(candidatesFor('list_applied')).toEqual(['list_applied']);
  });
});
