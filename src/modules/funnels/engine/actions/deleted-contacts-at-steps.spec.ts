import type { Tx } from '../../../../platform/database/database.js';
import { HttpActions } from './http-actions.js';
import { NoticeActions } from './notice-actions.js';
import type { EnrollmentAtStep, StepBatch } from './step-action.js';
import { StepTexts } from './step-texts.service.js';

const CONTACT_DELETED = { outcome: 'skipped', detail: 'contact_deleted' };

describe('steps that send data of a contact', () => {
  // Deleted between the read of contacts and the step.
  const noContacts = { of: () => Promise.resolve(new Map()) } as never;
  const texts = new StepTexts(noContacts, { render: (text: string) => text } as never);
  const entry = { id: 1, contactId: 7, versionId: 3 } as unknown as EnrollmentAtStep;
  const entries = [entry];
  const tx = { query: () => Promise.resolve([{ email: 'boss@house.example', id: 1, data: '{}' }]) };

  it('send no request about a deleted contact', async () => {
    const add = jest.fn().mockResolvedValue(undefined);
    const { actions } = new HttpActions(
      texts,
      { faultOf: () => null } as never,
      { add } as never,
      { definition: () => Promise.resolve({ version: 1, secrets: null }) } as never,
      { open: (_place: unknown, { steps }: { readonly steps: unknown }) => steps } as never,
    );
    const settings = { url: 'https://crm.example/', method: 'POST', headers: {}, body: null };
    const batch = { funnel: { id: 1, settings: {} }, step: { id: 2, settings }, entries, now: new Date() };
    const resultOf = await actions.http_request.run(tx as unknown as Tx, batch as unknown as StepBatch<'http_request'>);
    expect(resultOf(entry)).toEqual(CONTACT_DELETED);
    expect(add.mock.calls.flatMap(([, , , calls]) => calls)).toEqual([]);
  });

  it('send no notice about a deleted contact', async () => {
    const { actions } = new NoticeActions(texts, { enrol: () => Promise.resolve(new Set()) } as never);
    const settings = { username: 'ada', email_subject: 'x', email_body: 'x' };
    const batch = { step: { id: 2, settings }, entries };
    const resultOf = await actions.notify_manager.run(
      tx as unknown as Tx,
      batch as unknown as StepBatch<'notify_manager'>,
    );
    expect(resultOf(entry)).toEqual(CONTACT_DELETED);
  });
});
