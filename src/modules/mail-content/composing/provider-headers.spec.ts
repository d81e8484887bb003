import { generateKeyPairSync } from 'node:crypto';
import { complaintHeaders } from './provider-headers.js';

const { privateKey } = generateKeyPairSync('ed25519');
const key = (domain: string) => ({ domain, selector: 's', privateKey });

describe('the complaint address', () => {
  it.each([
    ['below the From domain', 'b+abc@bounces.shop.example'],
    ['in the From domain', 'b+abc@shop.example'],
  ])('is named if it is %s', (_case, address) => {
    expect(complaintHeaders(address, 'shop.example', key('shop.example'))).toEqual([
      { name: 'CFBL-Address', value: `${address}; report=arf` },
      { name: 'CFBL-Feedback-ID', value: 'b+abc' },
    ]);
  });

  it.each([
    ['without a return path', null, key('shop.example')],
    ['in an unsigned email', 'b+abc@bounces.shop.example', null],
    ['with a signature of another domain', 'b+abc@bounces.shop.example', key('relay.example')],
    ['with a return path in another domain', 'b+abc@bounces.relay.example', key('shop.example')],
    ['with a return path in a domain that only ends alike', 'b+abc@myshop.example', key('shop.example')],
  ])('is not named %s', (_case, address, signing) => {
    expect(complaintHeaders(address, 'shop.example', signing)).toEqual([]);
  });
});
