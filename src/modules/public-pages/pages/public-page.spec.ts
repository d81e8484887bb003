import { maskedAddress } from './public-page.js';

it.each([
  ['ada@example.com', 'a***@example.com'],
  ['a@example.com', 'a***@example.com'],
  ['𝒂da@example.com', '𝒂***@example.com'],
  ['"odd@local"@example.com', '"***@example.com'],
])('shows %s as %s', (email, masked) => {
  expect(maskedAddress(email)).toBe(masked);
});
