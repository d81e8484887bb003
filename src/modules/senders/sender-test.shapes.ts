import * as s from '../../shapes/shape.js';

const testStepShape = s.component('TestStepResponse', {
  step: s.oneOf(['connect', 'login', 'send'], undefined, 'send'),
  success: s.boolean(true),
  response: s.text('250 2.0.0 Ok: queued as 4F2', 'Response of the server, if any'),
});

export const senderTestShape = s.component('SenderTestResponse', {
  success: s.boolean(true),
  message: s.text('The sender works.'),
  steps: s.list(testStepShape),
});
export type SenderTest = s.TypeOf<typeof senderTestShape>;
