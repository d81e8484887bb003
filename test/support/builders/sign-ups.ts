import { createHash } from 'node:crypto';
import type { Challenge } from 'altcha-lib/v1/types';
import type { World } from '../world.js';

/** Networks of visitors, none of which reaches a limit. */
let networks = 0;
export function newNetwork(): string {
  networks += 1;
  return `203.${Math.floor(networks / 250)}.${networks % 250}.7`;
}

/** Solves a challenge of the form as its script does. */
export async function solutionFor(world: World, token: string): Promise<string> {
  const { body } = await world.http.get(`/t/s/${token}/challenge`).expect(200);
  const { algorithm, challenge, salt, signature, maxnumber } = body as Challenge;
  for (let number = 0; number <= (maxnumber ?? 0); number += 1)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  throw new Error('The challenge has no solution');
}
