/**
 * Logs in to a MySQL-compatible server without dependencies, because this runs before node_modules exists. Returns whether a server
 * answers, its version, and whether the credentials open the database.
 */
import crypto from 'node:crypto';
import net from 'node:net';

const CAPABILITIES = {
  longPassword: 1,
  connectWithDatabase: 8,
  protocol41: 0x200,
  secureLogin: 0x8000,
  plugins: 0x80000,
};
const OK = 0x00;
const MORE_DATA = 0x01;
const SWITCH_PLUGIN = 0xfe;
const ERROR = 0xff;

/**
 * @param {string} url mysql://user:password@host:port/database
 * @returns {Promise<{outcome: 'ok' | 'refused' | 'unreachable' | 'unverified', version?: string, reason?: string}>}
 *   `unverified`: a server answered, but its way of logging in (TLS, a plugin) is beyond this file
 */
export async function tryMysqlLogin(url, timeout = 3000) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const account = {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  };
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = net.connect({ host, port: Number(port || 3306), timeout });
  socket.on('timeout', () => socket.destroy(new Error(`no answer within ${timeout / 1000} s`)));
  try {
    return await logIn(new Packets(socket), account, searchParams.has('ssl'));
  } catch (error) {
    return { outcome: 'unreachable', reason: error.message || error.code };
  } finally {
    socket.destroy();
  }
}

async function logIn(packets, account, encrypted) {
  const first = await packets.read();
  if (first[0] === ERROR) return { outcome: 'refused', reason: errorText(first) };
  if (first[0] !== 10) throw new Error('not a MySQL-compatible server');
  const greeting = parseGreeting(first);
  const { version } = greeting;
  if (encrypted) return { outcome: 'unverified', version, reason: 'the server requires TLS' };

  let plugin = PLUGINS[greeting.plugin] ? greeting.plugin : 'mysql_native_password';
  let salt = greeting.salt;
  packets.write(loginPacket(account, plugin, PLUGINS[plugin](account.password, salt)));
  for (;;) {
    const reply = await packets.read();
    if (reply[0] === OK) return { outcome: 'ok', version };
    if (reply[0] === ERROR) return { outcome: 'refused', version, reason: errorText(reply) };
    if (reply[0] === SWITCH_PLUGIN) {
      const end = reply.indexOf(0, 1);
      plugin = reply.toString('latin1', 1, end);
      salt = reply.subarray(end + 1, end + 21);
      if (!PLUGINS[plugin]) return { outcome: 'unverified', version, reason: `the login uses ${plugin}` };
      packets.write(PLUGINS[plugin](account.password, salt));
    } else if (reply[0] === MORE_DATA) {
      answerFullLogin(packets, reply.subarray(1), account.password, salt);
    } else {
      return { outcome: 'unverified', version, reason: 'unknown answer of the server' };
    }
  }
}

function parseGreeting(packet) {
  const end = packet.indexOf(0, 1); // after the version: thread id (4), salt (8), filler, flags (18), rest of the salt (12)
  const pluginStart = end + 45;
  return {
    version: packet.toString('latin1', 1, end),
    salt: Buffer.concat([packet.subarray(end + 5, end + 13), packet.subarray(end + 32, end + 44)]),
    plugin: packet.toString('latin1', pluginStart, Math.max(packet.indexOf(0, pluginStart), pluginStart)),
  };
}

function loginPacket({ user, database }, plugin, proof) {
  const head = Buffer.alloc(32);
  const wanted = Object.values(CAPABILITIES).reduce((all, flag) => all | flag, 0);
  head.writeUInt32LE(database ? wanted : wanted & ~CAPABILITIES.connectWithDatabase, 0);
  head.writeUInt32LE(1 << 24, 4); // largest packet
  head[8] = 45; // utf8mb4
  const text = (value) => Buffer.from(`${value}\0`);
  const parts = [head, text(user), Buffer.from([proof.length]), proof];
  return Buffer.concat([...parts, ...(database ? [text(database)] : []), text(plugin)]);
}

const digest = (algorithm, ...parts) => crypto.createHash(algorithm).update(Buffer.concat(parts)).digest();
const xor = (left, right) => Buffer.from(left.map((byte, at) => byte ^ right[at % right.length]));

/** The authentication response of each method, given the salt of the server. */
const PLUGINS = {
  mysql_native_password(password, salt) {
    if (!password) return Buffer.alloc(0);
    const once = digest('sha1', Buffer.from(password));
    return xor(once, digest('sha1', salt, digest('sha1', once)));
  },
  caching_sha2_password(password, salt) {
    if (!password) return Buffer.alloc(0);
    const once = digest('sha256', Buffer.from(password));
    return xor(once, digest('sha256', digest('sha256', once), salt));
  },
};

/** caching_sha2_password, first login of an account since the server started: request its key and send the encrypted password. */
function answerFullLogin(packets, data, password, salt) {
  const KEY_PLEASE = Buffer.from([2]);
  const isFastSuccess = data[0] === 3;
  const wantsFullLogin = data[0] === 4;
  if (isFastSuccess) return;
  if (wantsFullLogin) return packets.write(KEY_PLEASE);
  const padding = crypto.constants.RSA_PKCS1_OAEP_PADDING;
  packets.write(crypto.publicEncrypt({ key: data.toString(), padding }, xor(Buffer.from(`${password}\0`), salt)));
}

/** `ff`, a two-byte code, perhaps `#` and five characters of SQLSTATE, then the text. */
function errorText(packet) {
  return packet.toString('utf8', packet[3] === 0x23 ? 9 : 3);
}

/** Protocol packets: three bytes of length, one of sequence, then the payload. */
class Packets {
  #socket;
  #chunks;
  #buffer = Buffer.alloc(0);
  #sequence = 0;

  constructor(socket) {
    this.#socket = socket;
    this.#chunks = socket[Symbol.asyncIterator]();
  }

  async read() {
    while (this.#buffer.length < 4 || this.#buffer.length < 4 + this.#buffer.readUIntLE(0, 3)) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new Error('the server closed the connection');
      this.#buffer = Buffer.concat([this.#buffer, value]);
    }
    const end = 4 + this.#buffer.readUIntLE(0, 3);
    const payload = this.#buffer.subarray(4, end);
    this.#sequence = this.#buffer[3] + 1;
    this.#buffer = this.#buffer.subarray(end);
    if (payload.length === 0) throw new Error('the server sent an empty packet');
    return payload;
  }

  write(payload) {
    const head = Buffer.alloc(4);
    head.writeUIntLE(payload.length, 0, 3);
    head[3] = this.#sequence;
    this.#socket.write(Buffer.concat([head, payload]));
  }
}
