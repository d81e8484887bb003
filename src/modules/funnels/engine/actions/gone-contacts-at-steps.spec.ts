import type { Tx } from '../../../../platform/database/database.js';
import type { EntryAtStep, StepBatch } from '../step-action.js';
import { HttpRequestAction } from './http-request.action.js';
import { NotifyManagerAction } from './notify-manager.action.js';

const GONE = { outcome: 'skipped', detail: 'contact_deleted' };

describe('steps that tell others of a contact', () => {
  // Deleted between the look at who is there and the step.
  const values = { of: () => Promise.resolve(new Map()) } as never;
  const entries = [{ id: 1, contactId: 7, payload: {} }] as unknown as EntryAtStep[];
  const tx = {
    query: () => Promise.resolve([{ email: 'boss@house.example' }]),
    insertRows: jest.fn().mockResolvedValue(undefined),
  };

  it('call nobody about one that is gone', async () => {
    const action = new HttpRequestAction(
      values,
      { render: (text: string) => text } as never,
      { faultOf: () => null } as never,
      { seal: () => 'sealed' } as never,
      {} as never,
      {} as never,
    );
    const settings = { url: 'https://crm.example/', method: 'POST', headers: {}, body: null };
    const batch = { funnel: { id: 1 }, step: { id: 2, settings }, entries, now: new Date() };
    const results = await action.run(tx as unknown as Tx, batch as unknown as StepBatch<'http_request'>);
    expect(results.get(1)).toEqual(GONE);
    expect(tx.insertRows.mock.calls.flatMap(([, , rows]) => rows)).toEqual([]);
  });

  it('do not say that a manager was told of one that is gone', async () => {
    const action = new NotifyManagerAction(values, { enrol: () => Promise.resolve(new Set()) } as never);
    const settings = { username: 'ada', email_subject: 'x', email_body: 'x' };
    const batch = { step: { id: 2, settings }, entries };
    const results = await action.run(tx as unknown as Tx, batch as unknown as StepBatch<'notify_manager'>);
    expect(results.get(1)).toEqual(GONE);
  });
});
