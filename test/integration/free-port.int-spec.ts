import { createServer } from 'node:net';
import { freePort } from '../support/free-port.js';

describe('a free port', () => {
  const chooses = (...places: readonly number[]): void => {
    const random = jest.spyOn(Math, 'random');
    for (const place of places) random.mockReturnValueOnce(place);
  };
  afterEach(() => jest.restoreAllMocks());

  it('is reserved, although no server listens yet', async () => {
    chooses(0.31, 0.31, 0.32);
    const [one, other] = [await freePort(), await freePort()];
    expect(other).not.toBe(one);
  });

  it('has no server', async () => {
    chooses(0.33, 0.34);
    const first = await freePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(first + 1, '127.0.0.1', resolve));
    chooses((first + 1.5 - 20_000) / 12_768, 0.35);
    expect(await freePort()).not.toBe(first + 1);
    await new Promise((resolve) => server.close(resolve));
  });

  it('is none that an outgoing connection gets', async () => {
    chooses(0.999_99);
    expect(await freePort()).toBeLessThan(32_768);
  });
});
