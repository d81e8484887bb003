/** The floor for sending: the pool of the SMTP library sends the same bytes repeatedly, with or without its DKIM signature. */
import { createTransport } from 'nodemailer';

process.on('message', async ({ port, emails, connections, raw, dkim, from }) => {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
    ignoreTLS: true,
    ...(dkim ? { dkim } : {}),
  });
  const cpu = process.cpuUsage();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: emails }, (_, index) =>
      transport.sendMail({ envelope: { from, to: `floor-${index}@bench.example` }, raw }),
    ),
  );
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  transport.close();
  process.send({ perSecond: emails / seconds, cpuMsPerEmail: (user + system) / 1_000 / emails });
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
