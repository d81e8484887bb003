import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../project.mjs';

/**
 * A program of this folder in a process of its own, to which one asks one thing at a time.
 * @param {string} file its name
 * @param {{argument?: string, giveUpMs: number}} options how long an answer may take
 */
export async function child(file, { argument, giveUpMs }) {
  const process_ = fork(inProject('scripts', 'bench', file), argument === undefined ? [] : [argument]);
  const gone = new AbortController();
  process_.once('exit', () => gone.abort(new Error(`${file} ended`)));
  const answer = async () => {
    const signal = AbortSignal.any([AbortSignal.timeout(giveUpMs), gone.signal]);
    const [message] = await once(process_, 'message', { signal });
    return message;
  };
  return {
    hello: await answer(),
    ask(message) {
      const answered = answer();
      process_.send(message);
      return answered;
    },
    end: () => process_.disconnect(),
  };
}
