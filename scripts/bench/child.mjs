import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../project.mjs';

/**
 * Starts a program of this folder as a process that answers one message at a time.
 * @param {string} file its name
 * @param {{argument?: string, timeoutMs: number}} options `timeoutMs` limits the time of an answer
 */
export async function child(file, { argument, timeoutMs }) {
  const process_ = fork(inProject('scripts', 'bench', file), argument === undefined ? [] : [argument]);
  const gone = new AbortController();
  process_.once('exit', () => gone.abort(new Error(`${file} ended`)));
  const answer = async () => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), gone.signal]);
    const [message] = await once(process_, 'message', { signal });
    return message;
  };
  return {
    pid: process_.pid,
    hello: await answer(),
    ask(message) {
      const answered = answer();
      process_.send(message);
      return answered;
    },
    end: () => process_.disconnect(),
  };
}
