import type { Tx } from '../database/transaction.js';
import { StateMachine } from './states.js';

const STATES = ['open', 'held', 'closed'] as const;
const machine = new StateMachine('case', 'cases.state', STATES, {
  initial: ['open'],
  terminal: ['closed'],
  events: {
    hold: { from: ['open'], to: 'held' },
    resume: { from: ['held'], to: 'open' },
    close: { from: ['open', 'held'], to: 'closed' },
    turn: { from: ['open', 'held'], to: ['open', 'held'] },
  },
});

describe('a state machine', () => {
  type Declared = ConstructorParameters<typeof StateMachine<(typeof STATES)[number], string>>[3];
  const CLOSE = { from: ['open', 'held'], to: 'closed' } as const;
  const HOLD = { from: ['open'], to: 'held' } as const;

  it.each<[fault: string, declared: Declared]>([
    [
      'gone is unknown',
      { initial: ['open'], terminal: ['closed'], events: { HOLD, CLOSE, lose: { ...HOLD, to: 'gone' as 'open' } } },
    ],
    [
      'gone is unknown',
      {
        initial: ['open'],
        terminal: ['closed'],
        events: { HOLD, CLOSE, find: { from: ['gone' as 'open'], to: 'open' } },
      },
    ],
    ['gone is unknown', { initial: ['open', 'gone' as 'open'], terminal: ['closed'], events: { HOLD, CLOSE } }],
    ['gone is unknown', { initial: ['open'], terminal: ['closed', 'gone' as 'open'], events: { HOLD, CLOSE } }],
    ['held is unreachable', { initial: ['open'], terminal: ['closed'], events: { CLOSE } }],
    ['closed is neither left nor terminal', { initial: ['open'], events: { HOLD, CLOSE } }],
    [
      'closed is terminal, but left',
      { initial: ['open'], terminal: ['closed'], events: { HOLD, CLOSE, reopen: { from: ['closed'], to: 'open' } } },
    ],
    // An event that changes nothing is no way out.
    [
      'held is neither left nor terminal',
      {
        initial: ['open'],
        terminal: ['closed'],
        events: { HOLD, CLOSE: { ...CLOSE, from: ['open'] }, keep: { from: ['held'], to: 'held' } },
      },
    ],
  ])('is refused if %s', (fault, declared) => {
    expect(() => new StateMachine('case', 'cases.state', STATES, declared)).toThrow(`cases.state: ${fault}`);
  });

  it('gives constant texts for statements', () => {
    expect(machine.becomes('hold')).toBe("state = 'held'");
    expect(machine.may('hold')).toBe("state = 'open'");
    expect(machine.may('close')).toBe("state IN ('open', 'held')");
    expect(machine.may('close', 'c')).toBe("c.state IN ('open', 'held')");
    expect([machine.to('close'), machine.from('close')]).toEqual(['closed', ['open', 'held']]);
  });

  it('changes states in memory along the table only', () => {
    expect(machine.next('open', 'hold')).toBe('held');
    expect(machine.next('open', 'turn', 'held')).toBe('held');
    expect([machine.allows('open', 'resume'), machine.allows('held', 'resume')]).toEqual([false, true]);
    const words = 'case with state closed has no transition hold';
    expect(() => machine.next('closed', 'hold')).toThrow(words);
    expect(() => machine.next('open', 'hold', 'closed')).toThrow('case with state open has no transition hold');
    expect(() => machine.next('open', 'turn', 'closed')).toThrow('case with state open has no transition turn');
    expect(() => machine.next('open', 'turn', null)).toThrow('case with state open has no transition turn');
    expect(() => machine.becomes('turn')).toThrow('case: turn has several target states');
  });

  describe('in a transaction', () => {
    const executed: unknown[][] = [];
    const tx = {
      execute: (...statement: unknown[]) => {
        executed.push(statement);
        return Promise.resolve({ affectedRows: 2, insertId: 0 });
      },
    } as unknown as Tx;
    beforeEach(() => executed.splice(0));

    it('changes rows in source states, and returns how many', async () => {
      const change = { where: 'a = :a OR b', set: 'a = 2', params: { a: 1 }, ids: 7 };
      expect(await machine.move(tx, 'close', change)).toBe(2);
      expect(await machine.move(tx, 'hold', {})).toBe(2);
      expect(executed).toEqual([
        [
          "UPDATE cases SET state = 'closed', a = 2 WHERE (a = :a OR b) AND state IN ('open', 'held')",
          { a: 1 },
          { ids: 7 },
        ],
        ["UPDATE cases SET state = 'held' WHERE (TRUE) AND state = 'open'", undefined, {}],
      ]);
    });

    it('changes locked rows by their primary key', async () => {
      await machine.moveLocked(tx, 'close', [4, 5], { set: 'a = :a', params: { a: 1 } });
      await machine.moveLocked(tx, 'close', []);
      const params = { a: 1, ids: [4, 5] };
      const changed = { ids: [4, 5] };
      expect(executed).toEqual([["UPDATE cases SET state = 'closed', a = :a WHERE id IN (:ids)", params, changed]]);
    });
  });
});
