import { Metrics } from '../../../platform/metrics/metrics.js';
import { ResourceGuard } from './resource-guard.js';

describe('a process that runs out of a resource', () => {
  it('does not blame the mail server for missing file descriptors, pauses sending, and logs it', async () => {
    const metrics = new Metrics();
    const shortage = new ResourceGuard(metrics);
    expect(shortage.now()).toBeNull();
    expect(shortage.explains({ kind: 'not_sent', reason: 'connect: ECONNREFUSED' })).toBe(false);
    expect(shortage.explains({ kind: 'accepted', code: '250', response: 'EMFILE' })).toBe(false);
    expect(shortage.now()).toBeNull();
    expect(shortage.explains({ kind: 'not_sent', reason: 'connect: EMFILE' })).toBe(true);
    expect(shortage.now()).toBe('descriptors');
    expect(await metrics.registry.metrics()).toContain('carillon_sending_short{of="descriptors"} 1');
  });
});
