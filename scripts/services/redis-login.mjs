/** Logs in to a Redis-compatible server and reads INFO, without dependencies, because this runs before node_modules exists. */
import net from 'node:net';
import tls from 'node:tls';

/**
 * @param {string} url redis://[user]:password@host:port
 * @returns {Promise<{outcome: 'ok' | 'refused' | 'unreachable', version?: string, evictionPolicy?: string, reason?: string}>}
 */
export async function tryRedisLogin(url, timeout = 3000) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) };
  const secure = protocol === 'rediss:';
  const socket = secure ? tls.connect({ ...target, servername: target.host }) : net.connect(target);
  socket.setTimeout(timeout, () => socket.destroy(new Error(`no answer within ${timeout / 1000} s`)));
  if (password) {
    const user = username ? [decodeURIComponent(username)] : []; // Redis before 6 and plain requirepass know no users
    socket.write(command('AUTH', ...user, decodeURIComponent(password)));
  }
  socket.write(command('INFO'));
  try {
    let answer = '';
    for await (const chunk of socket) {
      answer += chunk.toString('latin1');
      const refusal = answer.match(/^-(.*)\r\n/m);
      if (refusal) return { outcome: 'refused', reason: refusal[1] };
      const info = answer.match(/\$(\d+)\r\n([^]*)$/);
      if (info && info[2].length >= Number(info[1])) {
        const field = (name) => info[2].match(new RegExp(`^${name}:(.*)\r$`, 'm'))?.[1];
        return { outcome: 'ok', version: field('redis_version'), evictionPolicy: field('maxmemory_policy') };
      }
    }
    return { outcome: 'unreachable', reason: 'the server closed the connection' };
  } catch (error) {
    return { outcome: 'unreachable', reason: error.message || error.code };
  } finally {
    socket.destroy();
  }
}

function command(...words) {
  const bulk = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${bulk.join('')}`;
}
