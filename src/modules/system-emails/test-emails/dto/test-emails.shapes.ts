import * as s from '../../../../shapes/shape.js';

const testEmailShape = s.component('TestEmailResponse', {
  email: s.text('you@example.com'),
  success: s.flag(),
  response: s.text('250 2.0.0 Ok: queued', 'Response of the mail server'),
});

export const testEmailsShape = s.component('TestEmailsResponse', {
  message: s.text('Test email sent to 1 of 1 addresses.'),
  results: s.list(testEmailShape),
});
export type TestEmailsResponse = s.TypeOf<typeof testEmailsShape>;
