import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { useFakeClock } from '../../../../test/support/fake-clock.js';
import { type EventFrame, EventStream } from './event-streams.js';

const HEARTBEAT_MS = 1_000;

/** A response whose client reads only on request. */
class SlowResponse extends EventEmitter {
  readonly written: string[] = [];
  head: Record<string, string> = {};
  writableLength = 0;
  writableEnded = false;
  destroyed = false;

  get writableNeedDrain(): boolean {
    return this.writableLength > 16_384;
  }

  writeHead(_status: number, head: Record<string, string>): void {
    this.head = head;
  }

  write(text: string): boolean {
    this.written.push(text);
    this.writableLength += text.length;
    return !this.writableNeedDrain;
  }

  end(): void {
    this.writableEnded = true;
  }

  destroy(): void {
    this.destroyed = true;
  }

  /** The client reads everything. */
  drain(): void {
    this.writableLength = 0;
    this.emit('drain');
  }
}

describe('an event stream', () => {
  useFakeClock();
  const onReady = jest.fn();
  let response: SlowResponse;
  let stream: EventStream;

  beforeEach(() => {
    onReady.mockClear();
    response = new SlowResponse();
    stream = new EventStream(response as unknown as Response, {
      principal: { managerId: 1, username: 'x', credentialId: 1, permissions: [] },
      types: new Set(['contact.created']),
      position: 7,
      heartbeatMs: HEARTBEAT_MS,
      onReady,
    });
  });

  const frames = (count: number, size: number, type = 'contact.created'): EventFrame[] =>
    Array.from({ length: count }, (_, index) => ({ position: 8 + index, type, text: 'x'.repeat(size) }));

  it('starts with its position', () => {
    expect(response.head['Content-Type']).toBe('text/event-stream');
    expect(response.written).toEqual(['retry: 2000\nid: 7\n\n']);
  });

  it('sends the requested events and moves after all offered ones', () => {
    stream.send([...frames(2, 10), { position: 10, type: 'email.sent', text: 'not wanted' }], 12);
    expect(response.written.slice(1)).toEqual(['x'.repeat(10), 'x'.repeat(10)]);
    expect([stream.position, stream.ready]).toEqual([12, true]);
    expect(onReady).toHaveBeenCalledTimes(1);
  });

  it('buffers little for a client that stops reading and continues when it reads again', () => {
    stream.send(frames(100, 50_000), 200);
    const buffered = response.written.length - 1;
    expect(buffered).toBe(6);
    expect([stream.position, stream.ready]).toEqual([7 + buffered, false]);
    for (let round = 0; round < 20; round += 1) response.drain();
    expect(response.written).toHaveLength(101);
    expect([stream.position, stream.ready]).toEqual([200, true]);
    expect(onReady).toHaveBeenCalledTimes(1);
  });

  it('disconnects a client that reads nothing for two heartbeats, but not a slow one', () => {
    stream.send(frames(100, 50_000), 200);
    for (let beat = 0; beat < 5; beat += 1) {
      stream.keepAlive(beat * HEARTBEAT_MS);
      response.drain();
    }
    expect(response.destroyed).toBe(false);
    stream.keepAlive(5 * HEARTBEAT_MS);
    stream.keepAlive(7 * HEARTBEAT_MS - 1);
    expect(response.destroyed).toBe(false);
    stream.keepAlive(7 * HEARTBEAT_MS);
    expect(response.destroyed).toBe(true);
  });

  it('sends a heartbeat with its position after a quiet interval', () => {
    stream.send([], 40);
    stream.keepAlive(HEARTBEAT_MS / 2);
    expect(response.written).toHaveLength(1);
    stream.keepAlive(1.5 * HEARTBEAT_MS);
    expect(response.written.at(-1)).toBe(': still here\nid: 40\n\n');
  });

  it('ends gracefully for a client that keeps up, and at once for a lagging one', () => {
    stream.end();
    expect([response.writableEnded, response.destroyed]).toEqual([true, false]);
    const stuck = new SlowResponse();
    const other = new EventStream(stuck as unknown as Response, {
      principal: stream.principal,
      types: new Set(['contact.created']),
      position: 0,
      heartbeatMs: HEARTBEAT_MS,
      onReady,
    });
    other.send(frames(100, 50_000), 200);
    other.end();
    expect([stuck.writableEnded, stuck.destroyed]).toEqual([false, true]);
    const written = stuck.written.length;
    stuck.drain();
    expect(stuck.written).toHaveLength(written);
  });
});
