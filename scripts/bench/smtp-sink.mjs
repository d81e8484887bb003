/**
 * A mail server that accepts everything as fast as possible, so that only the sender is measured. It counts emails and recipients and
 * keeps a sample email. It is a separate process.
 *
 * `{reset: true}` may have `delayMs`, the time before the reply to each message, `refuse {ending, reply}`, the reply to recipients with
 * this ending, and `every`: each how many emails a moment is recorded.
 */
import { createServer } from 'node:net';

const END = Buffer.from('\r\n.\r\n');
const now = () => performance.timeOrigin + performance.now();

let seen = new Map();
let emails = 0;
let bytes = 0;
let first = 0;
let last = 0;
let sample = '';
let expected = null;
let moments = [];
let behavior = {};

function received(recipient, size) {
  last = now();
  if (emails === 0) first = last;
  emails += 1;
  bytes += size;
  seen.set(recipient, (seen.get(recipient) ?? 0) + 1);
  if (emails % (behavior.every ?? 100) === 0) moments.push(last);
  if (expected !== null && emails >= expected) report();
}

function report() {
  expected = null;
  const repeats = emails - seen.size;
  process.send({ emails, repeats, bytes, first, last, moments, sample });
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let buffered = Buffer.alloc(0);
  let body = null;
  let size = 0;
  let recipient = '';
  let refused = false;
  socket.write('220 sink ESMTP\r\n');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    if (body) {
      takeBody(chunk);
      return;
    }
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    takeCommands();
  });

  function takeCommands() {
    for (;;) {
      const end = buffered.indexOf('\r\n');
      if (end === -1) return;
      const line = buffered.toString('latin1', 0, end);
      buffered = buffered.subarray(end + 2);
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') socket.write('250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 52428800\r\n');
      else if (verb === 'RCPT') {
        recipient = line.slice(line.indexOf('<') + 1, line.indexOf('>'));
        const { refuse } = behavior;
        refused = refuse !== undefined && recipient.endsWith(refuse.ending);
        socket.write(refused ? `${refuse.reply}\r\n` : '250 2.1.5 ok\r\n');
      } else if (verb === 'DATA' && refused) {
        // Clients that pipeline send DATA before they read the refusal.
        socket.write('503 5.5.1 no valid recipients\r\n');
      } else if (verb === 'DATA') {
        socket.write('354 go ahead\r\n');
        body = [];
        size = 0;
        const rest = buffered;
        buffered = Buffer.alloc(0);
        if (rest.length > 0) takeBody(rest);
        return;
      } else if (verb === 'QUIT') {
        socket.end('221 2.0.0 bye\r\n');
        return;
      } else socket.write('250 2.0.0 ok\r\n');
    }
  }

  function takeBody(chunk) {
    const before = body.at(-1);
    body.push(chunk);
    size += chunk.length;
    // The end of the message may be split over two chunks.
    const tail = before ? Buffer.concat([before.subarray(-(END.length - 1)), chunk.subarray(0, END.length)]) : null;
    const ended = chunk.length >= END.length && chunk.subarray(-END.length).equals(END);
    const cut = !ended && tail !== null && Buffer.concat([before, chunk]).subarray(-END.length).equals(END);
    if (!ended && !cut) return;
    if (emails % 1_000 === 0) sample = Buffer.concat(body).toString('latin1').slice(0, -3);
    body = null;
    if (behavior.delayMs) setTimeout(accept, behavior.delayMs);
    else accept();
  }

  function accept() {
    socket.write('250 2.0.0 queued\r\n');
    received(recipient, size);
  }
});

process.on('message', (order) => {
  if (order.reset) {
    seen = new Map();
    emails = bytes = first = last = 0;
    moments = [];
    behavior = order;
    process.send({ ready: true });
  }
  if (order.expect) {
    expected = order.expect;
    if (emails >= expected) report();
  }
  if (order.report) report();
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
